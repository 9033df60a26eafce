import { createHash, randomBytes } from 'node:crypto'
import { sessionExpiredMessage } from '@steward/contracts/api'
import { confirmationMinutes, type SessionShown } from '@steward/contracts/identity'
import type { Actor, Origin } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { deviceOf } from '../../platform/device.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { AccessTokens } from '../../platform/session/access-token.ts'
import type { EndedSessions } from '../../platform/session/ended-sessions.ts'
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

/** What a session needs to go on. */
export interface SessionTokens {
  token: string
  /** When the token has to be refreshed. */
  expiresAt: Date
  /** When the session ends at the latest. */
  endsAt: Date
  /** 32 random bytes in base64url, good for one refresh; only its SHA-256 is stored. */
  refreshToken: string
  remembered: boolean
  sessionId: number
}

export interface SessionService {
  /** Starts a session in the transaction that decided it. */
  start(tx: Tx, tenantId: number, userId: number, options: SessionOptions): Promise<SessionTokens>
  /**
   * Exchanges a refresh token for new tokens. Throws `unauthenticated` when it is of no session that may
   * go on; when it was used before, somebody else has it, and the session ends.
   */
  refresh(refreshToken: string, origin: Origin): Promise<SessionTokens & { tenantId: number; userId: number }>
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
  /** Throws `forbidden` when it is too long ago that the caller proved who they are. */
  requireConfirmed(actor: Actor): Promise<void>
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** 32 random bytes, as text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function expired(reason: string): AppError {
  return new AppError('unauthenticated', reason, sessionExpiredMessage)
}

const minute = 60_000

export function createSessionService(
  { database, clock }: Platform,
  parts: { tokens: AccessTokens; ended: EndedSessions; audit: AuditService },
): SessionService {
  const { tokens, ended, audit } = parts

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

  /** Somebody has a copy of the token. Nobody can tell who of the two is the user, so both have to sign in. */
  async function endReused(found: FoundRefreshToken, origin: Origin): Promise<void> {
    const { tenantId, userId, sessionId } = found
    const stopped = await transact(database.tenant(tenantId), async (tx) => {
      const ids = await endSessions(tx, tenantId, userId, { only: sessionId })
      if (ids.length === 0) return ids
      await audit.write(tx, tenantId, {
        action: 'session.reuse_detected',
        outcome: 'refused',
        summary: 'A session was ended because its refresh token was used twice',
        actor: { kind: 'anonymous', name: 'Somebody with a used token', origin },
        subject: { kind: 'user', id: userId, name: `User ${userId}` },
        details: { sessionId },
      })
      return ids
    })
    ended.add(stopped)
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
    async refresh(refreshToken, origin) {
      const hash = hashOf(refreshToken)
      const found = await findRefreshToken(database.anonymous, hash)
      if (!found) throw expired('session.unknown')
      const { tenantId, userId, sessionId, remembered, expiresAt: endsAt } = found
      if (found.usedAt) await endReused(found, origin)
      const state = found.usedAt ? 'over' : stateOf(found, clock.now())
      if (state !== 'live') throw expired(`session.${state}`)
      const fresh = await transact(database.tenant(tenantId), async (tx) => {
        if (!(await useRefreshToken(tx, tenantId, hash, clock.now()))) return undefined
        await touchSession(tx, tenantId, sessionId, clock.now(), origin.address)
        return issue(tx, { tenantId, userId, sessionId, endsAt, remembered })
      })
      if (fresh) return { ...fresh, tenantId, userId }
      await endReused(found, origin)
      throw expired('session.over')
    },
    async signOut(actor) {
      if (actor.sessionId === null) throw notFound('session.none', 'This token belongs to no session.')
      const entry = { action: 'session.ended', summary: 'Signed out' }
      await endAndAudit(actor, { only: actor.sessionId }, entry)
    },
    async signOutEverywhere(actor) {
      await endAndAudit(
        actor,
        {},
        { action: 'session.ended_everywhere', summary: 'Signed out on all devices' },
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
      const entry = { action: 'session.ended', summary: 'Signed out on another device' }
      const stopped = await endAndAudit(actor, { only: sessionId }, entry)
      if (stopped.length === 0) throw notFound('session.unknown', 'There is no such session.')
    },
    markEnded: (sessionIds) => ended.add(sessionIds),
    async confirm(tx, { tenantId, sessionId }) {
      if (sessionId !== null) await confirmSession(tx, tenantId, sessionId, clock.now())
    },
    async requireConfirmed({ tenantId, sessionId }) {
      const session =
        sessionId === null ? undefined : await readSession(database.tenant(tenantId), tenantId, sessionId)
      const limit = clock.now().getTime() - confirmationMinutes * minute
      if (!session || session.confirmedAt.getTime() < limit) {
        throw new AppError('forbidden', 'session.confirm', 'Confirm your password first.')
      }
    },
  }
}
