import { describe, expect, it } from 'vitest'
import { endOf, stateOf, type RefreshedSession } from './session.rules.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = Date.parse('2026-03-02T08:00:00Z')

function session(over: Partial<RefreshedSession> = {}): RefreshedSession {
  return {
    status: 'ACTIVE',
    endedAt: null,
    remembered: false,
    createdAt: new Date(start),
    expiresAt: endOf(new Date(start), over.remembered ?? false),
    ...over,
  }
}

const refreshedAt = (at: number) => ({ createdAt: new Date(start + at) })

describe('a session', () => {
  it.each([
    ['just started', session(), 0, 'live'],
    ['idle for an hour', session(), hour, 'live'],
    ['idle for longer than an hour', session(), hour + 1, 'expired'],
    ['busy for almost a day', session(refreshedAt(day - minute)), day - 1, 'live'],
    ['busy for a day', session(refreshedAt(day - minute)), day, 'expired'],
    ['remembered, idle for a week', session({ remembered: true }), 7 * day, 'live'],
    ['remembered, idle for longer than a week', session({ remembered: true }), 7 * day + 1, 'expired'],
    [
      'remembered, used for almost thirty days',
      session({ remembered: true, ...refreshedAt(29 * day) }),
      30 * day - 1,
      'live',
    ],
    [
      'remembered, used for thirty days',
      session({ remembered: true, ...refreshedAt(29 * day) }),
      30 * day,
      'expired',
    ],
    ['logged out', session({ endedAt: new Date(start) }), 0, 'over'],
    ['of a deactivated user', session({ status: 'DEACTIVATED' }), 0, 'refused'],
    ['of a user who has to change the password', session({ status: 'FORCE_CHANGE_PASSWORD' }), 0, 'refused'],
  ] as const)('%s', (_, known, after, state) => {
    expect(stateOf(known, new Date(start + after))).toBe(state)
  })
})
