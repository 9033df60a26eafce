import { sessionExpiredMessage } from '@steward/contracts/plain/session'
import type { Actor } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { AccessTokens } from './access-token.ts'
import type { EndedSessions } from './ended-sessions.ts'

/** Reads a token of another kind; undefined when it is none of that kind. Throws `unauthenticated`. */
export type TokenReader = (token: string) => Promise<Actor | undefined>

interface Users {
  directory(
    tenantId: number,
  ): Promise<{ byId: ReadonlyMap<number, { status: string; roleId: Actor['roleId'] }> }>
}

export interface ActorFinder {
  /** Finds the owner of a token. Throws `unauthenticated`. */
  find(token: string): Promise<Actor>
}

function refused(reason: string, message = sessionExpiredMessage): AppError {
  return new AppError('unauthenticated', reason, message)
}

/**
 * Finds who makes a call. Our own tokens need no query: the signature was checked before or is now, the
 * user is in the directory, and the sessions that ended recently are known. `others` read what is not ours.
 */
export function createActorFinder(
  clock: Clock,
  parts: {
    tokens: AccessTokens
    ended: EndedSessions
    users: Users
    others: readonly TokenReader[]
  },
): ActorFinder {
  async function findOther(token: string): Promise<Actor> {
    for (const read of parts.others) {
      const actor = await read(token)
      if (actor) return actor
    }
    throw refused('session.unknown', 'Log in first.')
  }

  return {
    async find(token) {
      const claims = await parts.tokens.read(token)
      if (!claims) return findOther(token)
      const { tenantId, userId, sessionId, expiresAt } = claims
      if (clock.now().getTime() >= expiresAt) throw refused('session.token_expired')
      const user = (await parts.users.directory(tenantId)).byId.get(userId)
      if (user?.status !== 'ACTIVE') throw refused('session.refused')
      if (await parts.ended.has(tenantId, sessionId)) throw refused('session.ended')
      return { tenantId, userId, roleId: user.roleId, sessionId }
    },
  }
}
