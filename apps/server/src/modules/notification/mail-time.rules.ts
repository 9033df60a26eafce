import type { NotificationPreferences } from '@steward/contracts/notification'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Long enough for events that belong together to arrive, and for a user in the app to see them. */
const settlingTime = minute

type Timing = Pick<NotificationPreferences, 'mailTiming' | 'digestHour' | 'quietFrom' | 'quietTo'>

interface Local {
  year: number
  month: number
  day: number
  hour: number
  minute: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  formats.set(zone, format)
  return format
}

/** The local time in a zone at an instant. */
export function localTime(at: Date, zone: string): Local {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return {
    year: Number(parts['year']),
    month: Number(parts['month']),
    day: Number(parts['day']),
    hour: Number(parts['hour']),
    minute: Number(parts['minute']),
  }
}

const asUtc = (local: Local): number =>
  Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute)

/**
 * The first instant at which clocks in a zone show an hour of a day. An hour that is skipped in spring is reached
 * when clocks jump over it; of an hour that comes twice in autumn it is the first.
 */
export function instantOf(
  { year, month, day: date }: Omit<Local, 'hour' | 'minute'>,
  at: number,
  zone: string,
): Date {
  const wanted = Date.UTC(year, month - 1, date, at)
  // By the clocks before and after a change that may fall on the day.
  const candidates = [wanted - day, wanted + day].map(
    (near) => new Date(wanted - (asUtc(localTime(new Date(near), zone)) - near)),
  )
  const reached = candidates.filter((instant) => asUtc(localTime(instant, zone)) >= wanted)
  return reached.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? new Date(wanted)
}

/** The next instant after `after` at which clocks in the zone reach an hour. */
export function nextAt(after: Date, at: number, zone: string): Date {
  const today = localTime(after, zone)
  const first = instantOf(today, at, zone)
  if (first > after) return first
  const tomorrow = new Date(Date.UTC(today.year, today.month - 1, today.day) + day)
  return instantOf(
    { year: tomorrow.getUTCFullYear(), month: tomorrow.getUTCMonth() + 1, day: tomorrow.getUTCDate() },
    at,
    zone,
  )
}

function isQuiet(at: Date, { quietFrom, quietTo }: Timing, zone: string): boolean {
  if (quietFrom === null || quietTo === null) return false
  const now = localTime(at, zone).hour
  return quietFrom < quietTo ? now >= quietFrom && now < quietTo : now >= quietFrom || now < quietTo
}

function soonest(now: Date, timing: Timing, zone: string): Date {
  if (timing.mailTiming === 'daily') return nextAt(now, timing.digestHour, zone)
  if (timing.mailTiming === 'immediately') return new Date(now.getTime() + settlingTime)
  return nextAt(now, (localTime(now, zone).hour + 1) % 24, zone)
}

/**
 * When a mail about what happens now is due. A daily mail comes at its hour, which the user chose, even if that is
 * in the quiet hours; any other waits until they end.
 */
export function mailDueAt(now: Date, timing: Timing, zone: string): Date {
  const due = soonest(now, timing, zone)
  if (timing.mailTiming === 'daily' || timing.quietTo === null || !isQuiet(due, timing, zone)) return due
  return nextAt(due, timing.quietTo, zone)
}
