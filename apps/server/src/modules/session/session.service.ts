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
import {
  createRefreshing,
  type RefreshCall,
  type Refreshed,
  type SessionTokens,
} from './session.refreshing.ts'
import { endOf } from './session.rules.ts'
import {
  confirmSession,
  endSessions,
  insertRefreshToken,
  insertSession,
  listSessions,
  readSession,
} from './session.store.ts'

export interface SessionOptions {
  /** Keep it past the browser's end. */
  remember: boolean
  /** Where it is started. */
  origin?: Origin
}

/** Whether there is a password that a user could be asked for. */
export type PasswordCheck = (actor: Actor) => Promise<boolean>

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

const minute = 60_000

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
