import { workCalendarLimits } from '@steward/contracts/plain/work-calendar'

/** What is done with a date that falls on a day off. */
export type DayOffRule = 'before' | 'after' | 'keep'

/** A calendar made ready to count with. Days are numbered from 1970-01-01, which is 0. */
export interface BusinessCalendar {
  /** How many working days of a week lie before each day of it, Monday first; the last is that of the whole week. */
  weekPrefix: readonly number[]
  /** The holidays that would be working days otherwise, in order. */
  holidays: readonly number[]
}

const dayLength = 86_400_000
/** 1970-01-01 was a Thursday. */
const epochWeekday = 3

function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayLength)
}

function dayOfNumber(number: number): string {
  return new Date(number * dayLength).toISOString().slice(0, 10)
}

/** A day so many calendar days later; earlier for a negative number. */
export function addDays(day: string, days: number): string {
  return dayOfNumber(dayNumber(day) + days)
}

const weekdayOf = (number: number): number => (((number + epochWeekday) % 7) + 7) % 7

/** How many of the sorted numbers are below `limit`. */
function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < limit) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Prepares a calendar. `workingDays` are ISO numbers of days of the week. Throws `RangeError` where no day of the
 * week is a working day.
 */
export function businessCalendar(
  workingDays: readonly number[],
  holidays: readonly string[] = [],
): BusinessCalendar {
  const works = new Set(workingDays)
  const weekPrefix = [0]
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    weekPrefix.push((weekPrefix.at(-1) as number) + (works.has(weekday) ? 1 : 0))
  }
  if (weekPrefix[7] === 0) throw new RangeError('A calendar needs at least one working day.')
  const numbers = [...new Set(holidays.map(dayNumber))].toSorted((a, b) => a - b)
  return { weekPrefix, holidays: numbers.filter((number) => works.has(weekdayOf(number) + 1)) }
}

/** Working days from a fixed day on and before `number`; only differences mean something. O(log holidays). */
function countBefore({ weekPrefix, holidays }: BusinessCalendar, number: number): number {
  const shifted = number + epochWeekday
  const weeks = Math.floor(shifted / 7)
  const regular = weeks * (weekPrefix[7] as number) + (weekPrefix[shifted - weeks * 7] as number)
  return regular - countBelow(holidays, number)
}

const isWorking = (calendar: BusinessCalendar, number: number): boolean =>
  countBefore(calendar, number + 1) > countBefore(calendar, number)

export function isBusinessDay(day: string, calendar: BusinessCalendar): boolean {
  return isWorking(calendar, dayNumber(day))
}

/** The working day before which exactly `count` working days lie, counted as `countBefore` does. */
function findByCount(calendar: BusinessCalendar, count: number, near: number): number {
  const { weekPrefix, holidays } = calendar
  const missing = Math.abs(count - countBefore(calendar, near)) + holidays.length + 1
  const reach = Math.ceil(missing / (weekPrefix[7] as number)) * 7 + 7
  let low = near - reach
  let high = near + reach
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (countBefore(calendar, middle + 1) > count) high = middle
    else low = middle + 1
  }
  return low
}

/** A date on a day off, moved to the working day before or after it. */
export function shiftDayOff(day: string, rule: DayOffRule, calendar: BusinessCalendar): string {
  const number = dayNumber(day)
  if (rule === 'keep' || isWorking(calendar, number)) return day
  const count = countBefore(calendar, number)
  return dayOfNumber(findByCount(calendar, rule === 'after' ? count : count - 1, number))
}

/**
 * The n-th business day after a day, or before it where n is negative; 0 is the day itself, working or not.
 * Throws `RangeError` beyond 4,000 days.
 */
export function addBusinessDays(day: string, days: number, calendar: BusinessCalendar): string {
  if (!Number.isInteger(days) || Math.abs(days) > workCalendarLimits.offset) {
    throw new RangeError(`A date can be moved by at most ${workCalendarLimits.offset} business days.`)
  }
  if (days === 0) return day
  const number = dayNumber(day)
  const count = days > 0 ? countBefore(calendar, number + 1) + days - 1 : countBefore(calendar, number) + days
  return dayOfNumber(findByCount(calendar, count, number))
}

/** Business days after `from`, up to and including `to`; less than zero where `to` is earlier. */
export function businessDaysBetween(from: string, to: string, calendar: BusinessCalendar): number {
  const [start, end] = [dayNumber(from), dayNumber(to)]
  if (end >= start) return countBefore(calendar, end + 1) - countBefore(calendar, start + 1)
  return countBefore(calendar, end) - countBefore(calendar, start) || 0
}
