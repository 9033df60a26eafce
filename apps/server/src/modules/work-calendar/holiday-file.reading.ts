import { cutText } from '@steward/contracts/value'
import type { Holiday } from '@steward/contracts/work-calendar'
import ICAL from 'ical.js'

export interface HolidayFileInput {
  text: string
  /** Days outside of these are left out. */
  from: string
  to: string
  /** The most days that are read. */
  most: number
}

export type HolidayFileOutput = { holidays: Holiday[] } | { unreadable: string }

const notCalendar =
  'This is not a calendar file. Export the holidays in the iCalendar format (.ics) and try again.'

/** The days that an occurrence covers: the end of an event is the first moment after it. */
function* daysOf(start: ICAL.Time, end: ICAL.Time, to: string): Generator<string> {
  const at = start.clone()
  at.isDate = true
  const last = end.clone()
  if (!last.isDate) last.adjust(0, 0, 0, -1)
  do {
    const day = at.toString().slice(0, 10)
    if (day > to) return
    yield day
    at.adjust(1, 0, 0, 0)
  } while (at.toString().slice(0, 10) < last.toString().slice(0, 10))
}

/**
 * Whether a rule repeats on the day of the month on which the event begins. The library answers 1 March for
 * 29 February in the years without one; RFC 5545 leaves those years out.
 */
function repeatsOnItsDay(event: ICAL.Event): boolean {
  const rule = event.component.getFirstPropertyValue('rrule')
  if (!(rule instanceof ICAL.Recur)) return false
  return ['YEARLY', 'MONTHLY'].includes(rule.freq) && Object.keys(rule.parts).length === 0
}

function* occurrencesOf(event: ICAL.Event, to: string): Generator<{ start: ICAL.Time; end: ICAL.Time }> {
  if (!event.isRecurring()) {
    yield { start: event.startDate, end: event.endDate }
    return
  }
  const onItsDay = repeatsOnItsDay(event)
  const iterator = event.iterator()
  for (let next = iterator.next(); next; next = iterator.next()) {
    if (next.toString().slice(0, 10) > to) return
    if (onItsDay && next.day !== event.startDate.day) continue
    const { startDate, endDate } = event.getOccurrenceDetails(next)
    yield { start: startDate, end: endDate }
  }
}

/**
 * Reads the holidays of a file in the iCalendar format. Runs in a parser thread: a rule of the file may repeat
 * without an end.
 */
export function readHolidayFile({ text, from, to, most }: HolidayFileInput): HolidayFileOutput {
  const found = new Map<string, string>()
  try {
    const calendar = new ICAL.Component(ICAL.parse(text))
    for (const component of calendar.getAllSubcomponents('vevent')) {
      const event = new ICAL.Event(component)
      for (const { start, end } of occurrencesOf(event, to)) {
        for (const day of daysOf(start, end, to)) {
          if (day >= from && !found.has(day)) found.set(day, cutText((event.summary ?? '').trim(), 200))
        }
        if (found.size > most) return { unreadable: `The file has more than ${most} holidays.` }
      }
    }
  } catch {
    return { unreadable: notCalendar }
  }
  const holidays = [...found].map(([day, name]) => ({ day, name }))
  return { holidays: holidays.toSorted((a, b) => (a.day < b.day ? -1 : 1)) }
}
