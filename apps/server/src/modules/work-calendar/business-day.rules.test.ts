import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addBusinessDays,
  addDays,
  businessCalendar,
  businessDaysBetween,
  isBusinessDay,
  shiftDayOff,
} from './business-day.rules.ts'

const week = [1, 2, 3, 4, 5]
const plain = businessCalendar(week)
const germany = businessCalendar(week, ['2026-12-25', '2026-12-26', '2027-01-01', '2027-01-06'])
const england = businessCalendar(week, ['2026-12-25', '2026-12-28', '2027-01-01'])
const sundayToThursday = businessCalendar([7, 1, 2, 3, 4])
const mondays = businessCalendar([1])

describe('addBusinessDays', () => {
  it.each([
    ['over a weekend', '2026-11-27', 1, plain, '2026-11-30'],
    ['back over a weekend', '2026-11-30', -1, plain, '2026-11-27'],
    ['from a Saturday', '2026-11-28', 1, plain, '2026-11-30'],
    ['back from a Sunday', '2026-11-29', -1, plain, '2026-11-27'],
    ['by none, on a day off', '2026-11-28', 0, plain, '2026-11-28'],
    ['a week', '2026-11-26', 5, plain, '2026-12-03'],
    ['ten days over Christmas in Germany', '2026-12-18', 10, germany, '2027-01-05'],
    ['ten days over Christmas in England', '2026-12-18', 10, england, '2027-01-06'],
    ['back over New Year', '2027-01-04', -1, germany, '2026-12-31'],
    ['to 29 February of a leap year', '2028-02-28', 1, plain, '2028-02-29'],
    ['over 29 February', '2028-02-29', 1, plain, '2028-03-01'],
    ['over the end of February without 29', '2027-02-26', 1, plain, '2027-03-01'],
    ['over the end of a month', '2026-01-30', 1, plain, '2026-02-02'],
    ['over the end of a year', '2026-12-31', 1, plain, '2027-01-01'],
    ['where weeks begin on Sunday', '2026-11-26', 1, sundayToThursday, '2026-11-29'],
    ['where only Mondays are worked', '2026-11-26', 3, mondays, '2026-12-14'],
    ['over the change of clocks in spring', '2026-03-27', 1, plain, '2026-03-30'],
    ['before 1970', '1969-12-31', 2, plain, '1970-01-02'],
    ['the furthest', '2026-11-26', 4000, plain, '2042-03-27'],
  ])('%s', (_, day, days, calendar, expected) => {
    expect(addBusinessDays(day, days, calendar)).toBe(expected)
  })

  it('refuses more than 4,000 days', () => {
    expect(() => addBusinessDays('2026-11-26', 4001, plain)).toThrow(RangeError)
    expect(() => addBusinessDays('2026-11-26', -4001, plain)).toThrow(RangeError)
    expect(() => addBusinessDays('2026-11-26', 1.5, plain)).toThrow(RangeError)
  })
})

describe('shiftDayOff', () => {
  it.each([
    ['2026-11-28', 'before', plain, '2026-11-27'],
    ['2026-11-28', 'after', plain, '2026-11-30'],
    ['2026-11-28', 'keep', plain, '2026-11-28'],
    ['2026-11-27', 'after', plain, '2026-11-27'],
    ['2026-12-25', 'after', england, '2026-12-29'],
    ['2026-12-26', 'before', england, '2026-12-24'],
    ['2027-01-01', 'before', germany, '2026-12-31'],
  ] as const)('%s, %s', (day, rule, calendar, expected) => {
    expect(shiftDayOff(day, rule, calendar)).toBe(expected)
  })
})

describe('businessDaysBetween', () => {
  it.each([
    ['2026-11-27', '2026-11-30', 1],
    ['2026-11-30', '2026-11-27', -1],
    ['2026-11-28', '2026-11-29', 0],
    ['2026-11-29', '2026-11-28', 0],
    ['2026-11-26', '2026-11-26', 0],
    ['2026-11-26', '2026-12-03', 5],
  ])('%s to %s', (from, to, expected) => {
    expect(businessDaysBetween(from, to, plain)).toBe(expected)
  })
})

it('refuses a week without a working day', () => {
  expect(() => businessCalendar([])).toThrow(RangeError)
})

/** The same, a day at a time. */
function addOneByOne(day: string, days: number, works: (day: string) => boolean): string {
  let [left, at] = [Math.abs(days), day]
  while (left > 0) {
    at = addDays(at, Math.sign(days))
    if (works(at)) left -= 1
  }
  return at
}

const anyDay = fc.integer({ min: -2000, max: 2000 }).map((days) => addDays('2026-01-01', days))
const anyCalendar = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  holidays: fc.array(anyDay, { maxLength: 120 }),
})

const isOff = ({ days, holidays }: { days: number[]; holidays: string[] }, day: string) =>
  holidays.includes(day) || !days.includes(new Date(`${day}T00:00:00Z`).getUTCDay() || 7)

describe('for any calendar', () => {
  it('counting is the same as going day by day', () => {
    fc.assert(
      fc.property(anyCalendar, anyDay, fc.integer({ min: -300, max: 300 }), (made, day, days) => {
        const calendar = businessCalendar(made.days, made.holidays)
        const moved = addBusinessDays(day, days, calendar)
        expect(moved).toBe(addOneByOne(day, days, (one) => !isOff(made, one)))
        expect(isBusinessDay(day, calendar)).toBe(!isOff(made, day))
      }),
    )
  })

  it('the days between are those that were added', () => {
    fc.assert(
      fc.property(anyCalendar, anyDay, fc.integer({ min: -300, max: 300 }), (made, day, days) => {
        const calendar = businessCalendar(made.days, made.holidays)
        expect(businessDaysBetween(day, addBusinessDays(day, days, calendar), calendar)).toBe(days)
      }),
    )
  })

  it('a shifted date is the nearest working day on its side', () => {
    fc.assert(
      fc.property(anyCalendar, anyDay, (made, day) => {
        const calendar = businessCalendar(made.days, made.holidays)
        const works = (one: string) => !isOff(made, one)
        const expected = (step: number) => (works(day) ? day : addOneByOne(day, step, works))
        expect(shiftDayOff(day, 'after', calendar)).toBe(expected(1))
        expect(shiftDayOff(day, 'before', calendar)).toBe(expected(-1))
      }),
    )
  })
})
