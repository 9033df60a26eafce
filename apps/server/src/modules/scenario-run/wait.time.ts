import { addDays } from '@steward/conditions'
import type { ScheduleRepeat, WaitPeriod } from '@steward/contracts/plain/scenario'
import { instantOf, localTime } from '../notification/index.ts'
import { shiftDayOff, type BusinessCalendar } from '../work-calendar/index.ts'

const minute = 60_000
const hour = 60 * minute

const dayText = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** The day that clocks in a zone show. */
export function dayIn(at: Date, zone: string): string {
  const { year, month, day } = localTime(at, zone)
  return dayText(year, month, day)
}

/** The same day some months later; the last day of a month that is too short. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const index = year * 12 + month - 1 + months
  const [nextYear, nextMonth] = [Math.floor(index / 12), (index % 12) + 1]
  const last = new Date(Date.UTC(nextYear, nextMonth, 0)).getUTCDate()
  return dayText(nextYear, nextMonth, Math.min(date, last))
}

/** The first instant at which clocks in a zone show an hour of a day. */
export function instantIn(day: string, atHour: number, zone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return instantOf({ year, month, day: date }, atHour, zone)
}

/**
 * When a wait ends. Hours are of 60 minutes. Days, weeks and months end when clocks in the zone show the time at which
 * it began: a month from 31 January ends on 28 or 29 February.
 */
export function endOfWait(from: Date, amount: number, period: WaitPeriod, zone: string): Date {
  if (amount === 0) return from
  if (period === 'hour') return new Date(from.getTime() + amount * hour)
  const local = localTime(from, zone)
  const today = dayIn(from, zone)
  const day =
    period === 'calendarMonth'
      ? addMonths(today, amount)
      : addDays(today, period === 'calendarWeek' ? 7 * amount : amount)
  const within = local.minute * minute + (from.getTime() % minute)
  return new Date(instantIn(day, local.hour, zone).getTime() + within)
}

/** The start of the minute at which a wait can be over: waits that end in one minute end together. */
export const wakeTime = (until: Date): Date => new Date(Math.ceil(until.getTime() / minute) * minute)

/** The hours of a business day, by the clock. */
export interface BusinessHours {
  from: number
  to: number
}

/** The first instant from `at` on that is within the hours of a business day; `at` itself where it is. */
export function nextBusinessTime(
  at: Date,
  zone: string,
  { from, to }: BusinessHours,
  calendar: BusinessCalendar,
): Date {
  const today = dayIn(at, zone)
  const { hour: now } = localTime(at, zone)
  const isOpen = shiftDayOff(today, 'after', calendar) === today
  if (isOpen && now >= from && now < to) return at
  const earliest = isOpen && now >= to ? addDays(today, 1) : today
  return instantIn(shiftDayOff(earliest, 'after', calendar), from, zone)
}

interface Repeated {
  day: string
  hour: number
  repeat: ScheduleRepeat
}

/** Days on which a schedule starts, counted from the first. */
function nthDay({ day, repeat }: Repeated, nth: number): string {
  if (repeat === 'monthly') return addMonths(day, nth)
  return addDays(day, repeat === 'weekly' ? 7 * nth : nth)
}

/** When a schedule starts for the first time after an instant; null where it never does again. */
export function nextStart(schedule: Repeated, zone: string, after: Date): Date | null {
  const first = instantIn(schedule.day, schedule.hour, zone)
  if (first > after) return first
  if (schedule.repeat === 'once') return null
  // Close to the right one, and never behind it: no month is longer than 31 days, and clocks move by hours.
  const length = { daily: 1, weekly: 7, monthly: 31 }[schedule.repeat] * 24 * hour
  let nth = Math.max(0, Math.floor((after.getTime() - first.getTime()) / length) - 1)
  for (;;) {
    const start = instantIn(nthDay(schedule, nth), schedule.hour, zone)
    if (start > after) return start
    nth += 1
  }
}
