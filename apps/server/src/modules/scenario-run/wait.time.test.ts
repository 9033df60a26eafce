import { describe, expect, it } from 'vitest'
import type { WaitPeriod } from '@steward/contracts/plain/scenario'
import { businessCalendar } from '../work-calendar/index.ts'
import { addMonths, endOfWait, nextBusinessTime, nextStart, wakeTime } from './wait.time.ts'

const berlin = 'Europe/Berlin'

describe('a wait ends', () => {
  it.each<[string, string, number, WaitPeriod, string, string]>([
    ['after hours', '2027-01-31T10:15:30Z', 3, 'hour', 'UTC', '2027-01-31T13:15:30Z'],
    ['at once', '2027-01-31T10:15:30Z', 0, 'calendarMonth', 'UTC', '2027-01-31T10:15:30Z'],
    [
      'on the last day of a short month',
      '2027-01-31T10:00:00Z',
      1,
      'calendarMonth',
      'UTC',
      '2027-02-28T10:00:00Z',
    ],
    [
      'on 29 February of a leap year',
      '2028-01-31T10:00:00Z',
      1,
      'calendarMonth',
      'UTC',
      '2028-02-29T10:00:00Z',
    ],
    [
      'months later, over the end of a year',
      '2027-11-30T10:00:00Z',
      3,
      'calendarMonth',
      'UTC',
      '2028-02-29T10:00:00Z',
    ],
    [
      'after a week at the same time by the clock, into summer',
      '2027-03-24T08:30:00Z',
      1,
      'calendarWeek',
      berlin,
      '2027-03-31T07:30:00Z',
    ],
    [
      'after a day at the same time by the clock, into winter',
      '2027-10-30T08:30:00Z',
      1,
      'day',
      berlin,
      '2027-10-31T09:30:00Z',
    ],
    [
      'after 24 hours, whatever the clocks show',
      '2027-10-30T08:30:00Z',
      24,
      'hour',
      berlin,
      '2027-10-31T08:30:00Z',
    ],
    ['by the day of the zone', '2027-01-31T23:30:00Z', 1, 'calendarMonth', berlin, '2027-02-28T23:30:00Z'],
  ])('%s', (_, from, amount, period, zone, until) => {
    expect(endOfWait(new Date(from), amount, period, zone).toISOString()).toBe(new Date(until).toISOString())
  })

  it('at the start of a minute, never before its time', () => {
    expect(wakeTime(new Date('2027-01-01T10:00:00.001Z')).toISOString()).toBe('2027-01-01T10:01:00.000Z')
    expect(wakeTime(new Date('2027-01-01T10:00:00Z')).toISOString()).toBe('2027-01-01T10:00:00.000Z')
  })

  it('months before, too', () => {
    expect(addMonths('2027-03-31', -1)).toBe('2027-02-28')
    expect(addMonths('2027-01-15', -13)).toBe('2025-12-15')
  })
})

const schedule = (repeat: 'once' | 'daily' | 'weekly' | 'monthly', day = '2027-01-31') => ({
  day,
  hour: 9,
  repeat,
})

describe('a schedule starts', () => {
  it.each<[string, 'once' | 'daily' | 'weekly' | 'monthly', string, string | null]>([
    ['first on its day', 'monthly', '2027-01-01T00:00:00Z', '2027-01-31T08:00:00Z'],
    ['once', 'once', '2027-01-31T08:00:00Z', null],
    ['daily', 'daily', '2027-01-31T08:00:00Z', '2027-02-01T08:00:00Z'],
    ['weekly, by the clock in summer', 'weekly', '2027-03-28T12:00:00Z', '2027-04-04T07:00:00Z'],
    ['on the last day of a short month', 'monthly', '2027-02-01T00:00:00Z', '2027-02-28T08:00:00Z'],
    ['and on the 31st again', 'monthly', '2027-02-28T08:00:00Z', '2027-03-31T07:00:00Z'],
    ['years later', 'monthly', '2047-06-30T12:00:00Z', '2047-07-31T07:00:00Z'],
  ])('%s', (_, repeat, after, expected) => {
    const found = nextStart(schedule(repeat), berlin, new Date(after))
    expect(found?.toISOString() ?? null).toBe(expected && new Date(expected).toISOString())
  })
})

describe('business hours', () => {
  const calendar = businessCalendar([1, 2, 3, 4, 5], ['2027-03-26', '2027-03-29'])

  it.each<[string, string, string]>([
    ['within them is no wait', '2027-03-25T10:15:00Z', '2027-03-25T10:15:00Z'],
    ['before them ends on the same day', '2027-03-25T04:00:00Z', '2027-03-25T08:00:00Z'],
    [
      'after them passes holidays and the weekend, into summer',
      '2027-03-25T17:00:00Z',
      '2027-03-30T07:00:00Z',
    ],
    ['on a Sunday ends after the holiday', '2027-03-28T10:00:00Z', '2027-03-30T07:00:00Z'],
    ['ends with the last hour', '2027-03-24T16:00:00Z', '2027-03-25T08:00:00Z'],
  ])('a wait %s', (_, at, until) => {
    const next = nextBusinessTime(new Date(at), berlin, { from: 9, to: 17 }, calendar)
    expect(next).toEqual(new Date(until))
  })
})
