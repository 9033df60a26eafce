import { addDays, type Day } from '@steward/conditions'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day that clocks in a zone show at an instant, as YYYY-MM-DD. */
export function dayIn(at: Date, zone: string | null | undefined): Day {
  const name = zone ?? 'UTC'
  const known = formats.get(name)
  const format = known ?? new Intl.DateTimeFormat('en-CA', { timeZone: name, dateStyle: 'short' })
  formats.set(name, format)
  return format.format(at)
}

/** The Sunday of the week of a day, or the day itself where it is one. */
export function weekEndOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, (7 - weekday) % 7)
}

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** How long ago something was, in one unit: `a second ago`. */
export function ago(at: Date, now: Date): string {
  const seconds = Math.max(1, Math.round((now.getTime() - at.getTime()) / 1000))
  const [size, unit] = units.find(([length]) => seconds >= length) ?? units[3]
  const count = Math.floor(seconds / size)
  if (count > 1) return `${count} ${unit}s ago`
  return `${unit === 'hour' ? 'an' : 'a'} ${unit} ago`
}
