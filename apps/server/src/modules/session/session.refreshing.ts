import { createHmac } from 'node:crypto'
import { sessionExpiredMessage } from '@steward/contracts/plain/session'
import type { Origin } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { hashOf, newSecret } from '../../platform/secrets/random-secret.ts'
import type { AccessTokens } from '../../platform/session/access-token.ts'
import type { EndedSessions } from '../../platform/session/ended-sessions.ts'
import type { AuditService } from '../audit/index.ts'
import { stateOf } from './session.rules.ts'
import {
  endSessions,
  findRefreshToken,
  insertRefreshToken,
  touchSession,
  useRefreshToken,
  type FoundRefreshToken,
} from './session.store.ts'

/** The tokens with which a session continues. */
export interface SessionTokens {
  token: string
  /** When the token must be refreshed. */
  expiresAt: Date
  /** When the session ends at the latest. */
  endsAt: Date
  /** 32 random bytes in base64url, good for one refresh; only its SHA-256 is stored. */
  refreshToken: string
  remembered: boolean
  sessionId: number
}

/** The wish for new tokens. */
export interface RefreshCall {
  refreshToken: string
  /** The caller's name for this attempt, to make it again where its answer is lost. */
  attempt?: string | undefined
  origin: Origin
}

export type Refreshed = SessionTokens & { tenantId: number; userId: number }

/** A session that does not go on; the page asks to log in. */
function expired(reason: string): AppError {
  return new AppError('unauthenticated', reason, sessionExpiredMessage)
}

/** How long an attempt is answered again, in milliseconds. */
const answeredAgain = 600_000
const purpose = 'refresh-successor'

/**
 * How refresh tokens are exchanged. Each works once. The next one of a named attempt is made of the token, the
 * name and the key of the server: so it can be given again to anyone who knows both, and only to them.
 */
export function createRefreshing(
  { database, clock, secrets }: Platform,
  parts: { tokens: AccessTokens; ended: EndedSessions; audit: AuditService },
) {
  const { tokens, ended, audit } = parts

  function successorsOf({ refreshToken, attempt }: RefreshCall): string[] {
    if (attempt === undefined) return [newSecret()]
    const made = (key: Buffer) => createHmac('sha256', key).update(`${refreshToken} ${attempt}`).digest()
    return secrets.keys(purpose).map(({ key }) => made(key).toString('base64url'))
  }

  async function tokensOf(found: FoundRefreshToken, refreshToken: string): Promise<Refreshed> {
    const { tenantId, userId, sessionId, remembered, expiresAt: endsAt } = found
    const signed = await tokens.sign({ tenantId, userId, sessionId, endsAt })
    return { ...signed, endsAt, refreshToken, remembered, sessionId, tenantId, userId }
  }

  /** Someone has a copy of the token. No one can tell who of the two is the user, so both have to sign in. */
  async function endReused(found: FoundRefreshToken, origin: Origin): Promise<AppError> {
    const { tenantId, userId, sessionId } = found
    const stopped = await transact(database.tenant(tenantId), async (tx) => {
      const ids = await endSessions(tx, tenantId, userId, { only: sessionId })
      if (ids.length === 0) return ids
      await audit.write(tx, tenantId, {
        action: 'session.reuse_detected',
        outcome: 'refused',
        summary: 'A session was ended because its refresh token was used twice',
        actor: { kind: 'anonymous', name: 'A caller with a used token', origin },
        subject: { kind: 'user', id: userId, name: `User ${userId}` },
        details: { sessionId },
      })
      return ids
    })
    ended.add(stopped)
    return expired('session.over')
  }

  function isSameAttempt({ usedAt, attemptHash }: FoundRefreshToken, { attempt }: RefreshCall): boolean {
    if (attempt === undefined || attemptHash === null || usedAt === null) return false
    return hashOf(attempt).equals(attemptHash) && clock.now().getTime() - usedAt.getTime() < answeredAgain
  }

  /** The earlier answer to this very attempt, as long as no one has gone on with it. */
  async function answerAgain(found: FoundRefreshToken, call: RefreshCall): Promise<Refreshed | undefined> {
    if (!isSameAttempt(found, call)) return undefined
    for (const successor of successorsOf(call)) {
      const next = await findRefreshToken(database.anonymous, hashOf(successor))
      if (next && !next.usedAt && stateOf(next, clock.now()) === 'live') return tokensOf(next, successor)
    }
    return undefined
  }

  async function exchange(found: FoundRefreshToken, call: RefreshCall): Promise<Refreshed | undefined> {
    const { tenantId, sessionId } = found
    const attemptHash = call.attempt === undefined ? null : hashOf(call.attempt)
    const successor = successorsOf(call)[0] as string
    const isMine = await transact(database.tenant(tenantId), async (tx) => {
      const at = clock.now()
      if (!(await useRefreshToken(tx, tenantId, hashOf(call.refreshToken), { at, attemptHash }))) return false
      await touchSession(tx, tenantId, sessionId, at, call.origin.address)
      await insertRefreshToken(tx, tenantId, { sessionId, hash: hashOf(successor), at })
      return true
    })
    return isMine ? tokensOf(found, successor) : undefined
  }

  const find = async ({ refreshToken }: RefreshCall): Promise<FoundRefreshToken> => {
    const found = await findRefreshToken(database.anonymous, hashOf(refreshToken))
    if (!found) throw expired('session.unknown')
    return found
  }

  /**
   * Exchange a refresh token for new tokens. Throws `unauthenticated` when it is of no session that may
   * go on; when it was used before, someone else has it, and the session ends.
   */
  return async function refresh(call: RefreshCall): Promise<Refreshed> {
    let found = await find(call)
    if (!found.usedAt) {
      const state = stateOf(found, clock.now())
      if (state !== 'live') throw expired(`session.${state}`)
      const fresh = await exchange(found, call)
      if (fresh) return fresh
      // Another call was faster: the same attempt, or someone else's.
      found = await find(call)
    }
    const again = await answerAgain(found, call)
    if (again) return again
    throw await endReused(found, call.origin)
  }
}
