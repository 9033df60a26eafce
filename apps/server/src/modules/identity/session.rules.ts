import { rememberedSessionDays, sessionIdleMinutes } from '@steward/contracts/identity'
import type { UserStatus } from '@steward/contracts/user-management'

const minute = 60_000
const day = 24 * 60 * minute

/** Days without a call after which a remembered session ends. */
const rememberedIdleDays = 7
/** The longest that a session lasts which is not remembered, however busy. */
const sessionHours = 24
/** How old the stored time of the last call may get before it is written again. */
const writeEvery = minute

/** When a session that starts now ends at the latest. */
export function endOf(start: Date, remember: boolean): Date {
  const length = remember ? rememberedSessionDays * day : (sessionHours * day) / 24
  return new Date(start.getTime() + length)
}

/** A session as it was found. Times in milliseconds. */
export interface KnownSession {
  status: UserStatus
  ended: boolean
  remembered: boolean
  lastSeenAt: number
  expiresAt: number
}

/** live; over (signed out); refused (the user may not work now); expired. */
export type SessionState = 'live' | 'over' | 'refused' | 'expired'

export function stateOf(session: KnownSession, now: number): SessionState {
  if (session.ended) return 'over'
  if (session.status !== 'ACTIVE') return 'refused'
  const idle = session.remembered ? rememberedIdleDays * day : sessionIdleMinutes * minute
  return now >= session.expiresAt || now - session.lastSeenAt > idle ? 'expired' : 'live'
}

/** Whether a call at `now` has to be written down. */
export function isWriteDue(writtenAt: number, now: number): boolean {
  return now - writtenAt >= writeEvery
}
