import { createHmac } from 'node:crypto'
import { sessionExpiredMessage } from '@steward/contracts/plain/session'
import { confirmationMinutes, type SessionShown } from '@steward/contracts/identity'
import type { Actor, Origin } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { deviceOf } from '../../platform/device.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { AccessTokens } from '../../platform/session/access-token.ts'
import type { EndedSessions } from '../../platform/session/ended-sessions.ts'
import { hashOf, newSecret } from '../../platform/secrets/random-secret.ts'
import { endOf, stateOf } from './session.rules.ts'
import {
  confirmSession,
  endSessions,
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  listSessions,
  readSession,
  touchSession,
  useRefreshToken,
  type FoundRefreshToken,
} from './session.store.ts'

export interface SessionOptions {
  /** Keep it past the browser's end. */
  remember: boolean
  /** Where it is started. */
  origin?: Origin
}

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
  /** What the caller named this attempt, to make it again where its answer is lost. */
  attempt?: string | undefined
  origin: Origin
}

/** Whether there is a password that a user could be asked for. */
export type PasswordCheck = (actor: Actor) => Promise<boolean>

export type Refreshed = SessionTokens & { tenantId: number; userId: number }

export interface SessionService {
  /** Starts a session in the transaction that decided it. */
  start(tx: Tx, tenantId: number, userId: number, options: SessionOptions): Promise<SessionTokens>
  /**
   * Exchange a refresh token for new tokens. Throws `unauthenticated` when it is of no session that may
   * go on; when another attempt has used it before, someone else has it, and the session ends.
   */
  refresh(call: RefreshCall): Promise<Refreshed>
  /** Ends the session of the caller. */
  signOut(actor: Actor): Promise<void>
  /** Ends all sessions of the caller, this one too. */
  signOutEverywhere(actor: Actor): Promise<void>
  /** The caller's own sessions that last still, the latest first. */
  list(actor: Actor): Promise<SessionShown[]>
  /** Ends one of the caller's own sessions. Throws `not_found`. */
  end(actor: Actor, sessionId: number): Promise<void>
  /** Tells this process at once that sessions ended; call after the commit. */
  markEnded(sessionIds: readonly number[]): void
  /** The caller proved just now who they are. */
  confirm(tx: Tx, actor: Actor): Promise<void>
  /** Throws `forbidden` without a session, and when it is too long ago that the caller proved who they are. */
  requireConfirmed(actor: Actor): Promise<void>
}

/** A session that does not go on; the page asks to sign in. */
function expired(reason: string): AppError {
  return new AppError('unauthenticated', reason, sessionExpiredMessage)
}

const minute = 60_000
/** How long an attempt is answered again, in milliseconds. */
const answeredAgain = 600_000
const purpose = 'refresh-successor'

/**
 * How refresh tokens are exchanged. Each works once. The next one of a named attempt is made of the token, the
 * name and the key of the server: so it can be given again to anyone who knows both, and only to them.
 */
function createRefreshing(
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

  /** What was answered to this very attempt, as long as no one has gone on with it. */
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

export function createSessionService(
  platform: Platform,
  parts: {
    tokens: AccessTokens
    ended: EndedSessions
    audit: AuditService
    hasPassword: PasswordCheck
  },
): SessionService {
  const { database, clock } = platform
  const { tokens, ended, audit, hasPassword } = parts

  /** What people do whose password was confirmed too long ago. */
  async function unconfirmed(actor: Actor): Promise<AppError> {
    return (await hasPassword(actor))
      ? new AppError('forbidden', 'session.confirm', 'Confirm your password first.')
      : new AppError(
          'forbidden',
          'session.sign_in_again',
          `Log out and in again first: this needs a sign-in within the last ${confirmationMinutes} minutes.`,
        )
  }

  /** Gives out tokens of a session. */
  async function issue(
    tx: Tx,
    session: { tenantId: number; userId: number; sessionId: number; endsAt: Date; remembered: boolean },
  ): Promise<SessionTokens> {
    const { tenantId, sessionId, endsAt, remembered } = session
    const refreshToken = newSecret()
    await insertRefreshToken(tx, tenantId, { sessionId, hash: hashOf(refreshToken), at: clock.now() })
    return { ...(await tokens.sign(session)), endsAt, refreshToken, remembered, sessionId }
  }

  async function endAndAudit(
    actor: Actor,
    which: Parameters<typeof endSessions>[3],
    entry: { action: string; summary: string },
  ): Promise<number[]> {
    const { tenantId, userId } = actor
    const stopped = await transact(database.tenant(tenantId), async (tx) => {
      const ids = await endSessions(tx, tenantId, userId, which)
      if (ids.length > 0) await audit.write(tx, tenantId, { ...entry, actor, details: { sessionIds: ids } })
      return ids
    })
    ended.add(stopped)
    return stopped
  }

  return {
    async start(tx, tenantId, userId, { remember, origin }) {
      const startedAt = clock.now()
      const endsAt = endOf(startedAt, remember)
      const sessionId = await insertSession(tx, tenantId, {
        userId,
        remembered: remember,
        userAgent: origin?.userAgent ?? null,
        address: origin?.address ?? null,
        startedAt,
        expiresAt: endsAt,
      })
      return issue(tx, { tenantId, userId, sessionId, endsAt, remembered: remember })
    },
    refresh: createRefreshing(platform, parts),
    async signOut(actor) {
      if (actor.sessionId === null) throw notFound('session.none', 'This token has no session.')
      const entry = { action: 'session.ended', summary: 'Logged out' }
      await endAndAudit(actor, { only: actor.sessionId }, entry)
    },
    async signOutEverywhere(actor) {
      await endAndAudit(
        actor,
        {},
        { action: 'session.ended_everywhere', summary: 'Logged out on all devices' },
      )
    },
    async list({ tenantId, userId, sessionId: current }) {
      const now = clock.now()
      const all = await listSessions(database.tenant(tenantId), tenantId, userId)
      return all
        .filter(({ endedAt, expiresAt }) => endedAt === null && expiresAt > now)
        .map((session) => ({
          sessionId: session.sessionId,
          current: session.sessionId === current,
          device: deviceOf(session.userAgent) ?? 'Unknown device',
          address: session.address,
          startedAt: session.createdAt.toISOString(),
          lastSeenAt: session.lastSeenAt.toISOString(),
          endsAt: session.expiresAt.toISOString(),
        }))
    },
    async end(actor, sessionId) {
      const entry = { action: 'session.ended', summary: 'Logged out on another device' }
      const stopped = await endAndAudit(actor, { only: sessionId }, entry)
      if (stopped.length === 0) throw notFound('session.unknown', 'This session does not exist.')
    },
    markEnded: (sessionIds) => ended.add(sessionIds),
    async confirm(tx, { tenantId, sessionId }) {
      if (sessionId !== null) await confirmSession(tx, tenantId, sessionId, clock.now())
    },
    async requireConfirmed(actor) {
      const { tenantId, sessionId } = actor
      if (sessionId === null) {
        throw new AppError('forbidden', 'session.needed', "API tokens can't do this. Log in to do it.")
      }
      const session = await readSession(database.tenant(tenantId), tenantId, sessionId)
      const limit = clock.now().getTime() - confirmationMinutes * minute
      if (!session || session.confirmedAt.getTime() < limit) throw await unconfirmed(actor)
    },
  }
}
