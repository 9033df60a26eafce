import { describe, expect, it } from 'vitest'
import { instantOf, localTime, mailDueAt, nextAt } from './mail-time.rules.ts'

/** Zones with clock changes at different times and by different amounts, and without any. */
const zones = [
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
]

const daily = (digestHour: number) =>
  ({ mailTiming: 'daily', digestHour, quietFrom: null, quietTo: null }) as const
const soon = { mailTiming: 'immediately', digestHour: 8, quietFrom: null, quietTo: null } as const

describe('the daily mail', () => {
  it.each(zones)('comes once a day at its hour through a year of %s', (zone) => {
    let now = new Date('2026-01-01T00:00:00Z')
    const days: string[] = []
    while (now < new Date('2027-01-01T00:00:00Z')) {
      now = mailDueAt(now, daily(8), zone)
      const { year, month, day, hour, minute } = localTime(now, zone)
      expect([hour, minute], `${zone} ${now.toISOString()}`).toEqual([8, 0])
      days.push(`${year}-${month}-${day}`)
    }
    expect(new Set(days).size).toBe(days.length)
    expect(days.length).toBeGreaterThanOrEqual(365)
  })

  it.each(zones)('comes once on each day around the clock changes of %s, whatever its hour', (zone) => {
    for (let hour = 0; hour < 24; hour += 1) {
      let now = new Date('2026-03-01T00:00:00Z')
      const seen = new Set<string>()
      for (let count = 0; count < 60; count += 1) {
        now = mailDueAt(now, daily(hour), zone)
        const local = localTime(now, zone)
        const date = `${local.month}-${local.day}`
        expect(seen.has(date), `${zone} twice on ${date} at ${hour}`).toBe(false)
        seen.add(date)
      }
      expect(seen.size).toBe(60)
    }
  })

  it('comes when clocks jump over its hour, and once where the hour comes twice', () => {
    const spring = { year: 2026, month: 3, day: 29 }
    expect(instantOf(spring, 2, 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:00:00.000Z')
    const first = nextAt(new Date('2026-10-24T23:00:00Z'), 2, 'Europe/Berlin')
    expect(first.toISOString()).toBe('2026-10-25T00:00:00.000Z')
    expect(nextAt(first, 2, 'Europe/Berlin').toISOString()).toBe('2026-10-26T01:00:00.000Z')
  })
})

describe('other mail', () => {
  const night = { ...soon, quietFrom: 20, quietTo: 7 }

  it('comes within a minute, or at the next full hour', () => {
    const now = new Date('2026-06-01T09:20:00Z')
    expect(mailDueAt(now, soon, 'Europe/London').toISOString()).toBe('2026-06-01T09:21:00.000Z')
    const hourly = { ...soon, mailTiming: 'hourly' } as const
    expect(mailDueAt(now, hourly, 'Europe/London').toISOString()).toBe('2026-06-01T10:00:00.000Z')
    expect(mailDueAt(new Date('2026-06-01T22:20:00Z'), hourly, 'Europe/London').toISOString()).toBe(
      '2026-06-01T23:00:00.000Z',
    )
  })

  it('waits until the quiet hours end, before and after midnight', () => {
    for (const at of ['2026-06-01T19:30:00Z', '2026-06-02T02:00:00Z']) {
      expect(mailDueAt(new Date(at), night, 'Europe/London').toISOString()).toBe('2026-06-02T06:00:00.000Z')
    }
    expect(mailDueAt(new Date('2026-06-02T06:30:00Z'), night, 'Europe/London').toISOString()).toBe(
      '2026-06-02T06:31:00.000Z',
    )
    const noon = { ...soon, quietFrom: 12, quietTo: 14 }
    expect(mailDueAt(new Date('2026-06-01T11:30:00Z'), noon, 'Europe/London').toISOString()).toBe(
      '2026-06-01T13:00:00.000Z',
    )
  })

  it('comes at the hour of the daily mail, which the user chose, also in the quiet hours', () => {
    const early = { ...night, mailTiming: 'daily', digestHour: 6 } as const
    expect(mailDueAt(new Date('2026-06-01T12:00:00Z'), early, 'Europe/London').toISOString()).toBe(
      '2026-06-02T05:00:00.000Z',
    )
  })
})
