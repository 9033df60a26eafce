import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '../../platform/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { createActorFinder } from './actor.finder.ts'
import { endOf } from './session.rules.ts'
import { endSession, findSession, insertSession, touchSession } from './session.store.ts'

export interface SessionOptions {
  /** Keep it past the browser's end. */
  remember: boolean
  userAgent?: string | undefined
  address?: string | undefined
}

export interface StartedSession {
  /** 32 random bytes in base64url; only its SHA-256 is stored. */
  token: string
  /** When it ends at the latest. */
  expiresAt: Date
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export interface SessionService {
  start(tenantId: number, userId: number, options: SessionOptions): Promise<StartedSession>
  /** Throws `unauthenticated` when the token is of no session that may be used now. */
  findActor(token: string): Promise<Actor>
  end(actor: Actor): Promise<void>
}

export function createSessionService({ database, clock }: Platform): SessionService {
  const finder = createActorFinder(clock, {
    find: (token) => findSession(database.anonymous, hashOf(token)),
    touch: ({ tenantId, sessionId }, at) => touchSession(database.tenant(tenantId), tenantId, sessionId, at),
  })
  return {
    async start(tenantId, userId, { remember, userAgent, address }) {
      const token = randomBytes(32).toString('base64url')
      const startedAt = clock.now()
      const expiresAt = endOf(startedAt, remember)
      await insertSession(database.tenant(tenantId), tenantId, {
        userId,
        tokenHash: hashOf(token),
        remembered: remember,
        userAgent: userAgent?.slice(0, 400) ?? null,
        address: address ?? null,
        startedAt,
        expiresAt,
      })
      return { token, expiresAt }
    },
    findActor: (token) => finder.find(token),
    async end(actor) {
      await endSession(database.tenant(actor.tenantId), actor.tenantId, actor.sessionId, clock.now())
      finder.drop(actor.sessionId)
    },
  }
}
