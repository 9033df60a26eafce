import { sessionExpiredMessage } from '@steward/contracts/api'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { isWriteDue, stateOf, type KnownSession, type SessionState } from './session.rules.ts'
import type { SessionRow } from './session.store.ts'

/** A change made elsewhere, such as a new role or a deactivation, is seen after this long at most. */
const longestAge = 2000
const mostEntries = 20_000

interface Entry extends KnownSession {
  actor: Actor
  /** When it was read, and the time of the last call as the table has it; in milliseconds. */
  readAt: number
  writtenAt: number
}

export interface SessionSource {
  find(token: string): Promise<SessionRow | undefined>
  /** Writes down the time of the last call. */
  touch(actor: Actor, at: Date): Promise<void>
}

export interface ActorFinder {
  /** Who the token belongs to. Throws `unauthenticated`. */
  find(token: string): Promise<Actor>
  /** Forgets a session that has ended. */
  drop(sessionId: number): void
}

function unknownSession(): AppError {
  return new AppError('unauthenticated', 'session.unknown', 'Sign in first.')
}

const refusals: Record<Exclude<SessionState, 'live'>, () => AppError> = {
  over: unknownSession,
  refused: () => new AppError('unauthenticated', 'session.refused', sessionExpiredMessage),
  expired: () => new AppError('unauthenticated', 'session.expired', sessionExpiredMessage),
}

function entryOf(row: SessionRow, readAt: number, usedAt: number): Entry {
  const writtenAt = row.last_seen_at.getTime()
  return {
    actor: { tenantId: row.tenant_id, userId: row.user_id, roleId: row.role_id, sessionId: row.session_id },
    status: row.status,
    ended: row.ended_at !== null,
    remembered: row.remembered,
    // This process may know of a later call than was written.
    lastSeenAt: Math.max(writtenAt, usedAt),
    expiresAt: row.expires_at.getTime(),
    readAt,
    writtenAt,
  }
}

/** Every call asks who makes it, so what was read is kept for two seconds; expiry is always checked. */
export function createActorFinder(clock: Clock, source: SessionSource): ActorFinder {
  const entries = new LRUCache<string, Entry>({ max: mostEntries })
  const reading = new Map<string, Promise<Entry>>()

  async function read(token: string, now: number): Promise<Entry> {
    const row = await source.find(token)
    if (!row) throw unknownSession()
    return entryOf(row, now, entries.peek(token)?.lastSeenAt ?? 0)
  }

  /** Calls that arrive together share one read; a read that `drop` overtook is not kept. */
  async function refresh(token: string, now: number): Promise<Entry> {
    const running = reading.get(token)
    if (running) return running
    const started = read(token, now)
    reading.set(token, started)
    try {
      const entry = await started
      if (reading.get(token) === started) entries.set(token, entry)
      return entry
    } catch (error) {
      entries.delete(token)
      throw error
    } finally {
      if (reading.get(token) === started) reading.delete(token)
    }
  }

  return {
    async find(token) {
      const time = clock.now()
      const now = time.getTime()
      const known = entries.get(token)
      const isFresh = known !== undefined && now - known.readAt < longestAge && now >= known.readAt
      const entry = isFresh ? known : await refresh(token, now)
      const state = stateOf(entry, now)
      if (state !== 'live') throw refusals[state]()
      entry.lastSeenAt = Math.max(entry.lastSeenAt, now)
      if (isWriteDue(entry.writtenAt, now)) {
        entry.writtenAt = now
        await source.touch(entry.actor, time)
      }
      return entry.actor
    },
    drop(sessionId) {
      reading.clear()
      for (const [token, entry] of entries) if (entry.actor.sessionId === sessionId) entries.delete(token)
    },
  }
}
