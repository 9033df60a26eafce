import { rememberedSessionDays } from '@steward/contracts/identity'
import { sessionIdleMinutes } from '@steward/contracts/plain/session'
import type { UserStatus } from '@steward/contracts/user-management'

const minute = 60_000
const day = 24 * 60 * minute

/** Days without a refresh after which a remembered session ends. */
const rememberedIdleDays = 7
/** The longest that a session lasts which is not remembered, however busy. */
const sessionHours = 24

/** When a session that starts now ends at the latest. */
export function endOf(start: Date, remember: boolean): Date {
  const length = remember ? rememberedSessionDays * day : (sessionHours * day) / 24
  return new Date(start.getTime() + length)
}

/** The session of a refresh token, as it was found. */
export interface RefreshedSession {
  status: UserStatus
  remembered: boolean
  /** When the token was given out: at the sign-in or the last refresh. */
  createdAt: Date
  expiresAt: Date
  endedAt: Date | null
}

/** live; over (signed out); refused (the user may not work now); expired. */
export type SessionState = 'live' | 'over' | 'refused' | 'expired'

export function stateOf(session: RefreshedSession, at: Date): SessionState {
  if (session.endedAt) return 'over'
  if (session.status !== 'ACTIVE') return 'refused'
  const now = at.getTime()
  const idle = session.remembered ? rememberedIdleDays * day : sessionIdleMinutes * minute
  const isOver = now >= session.expiresAt.getTime() || now - session.createdAt.getTime() > idle
  return isOver ? 'expired' : 'live'
}
