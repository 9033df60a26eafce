import { formatDay, readerDay } from '../ui/day-text.ts'
import { forReader } from '../ui/reader.ts'

const exact = forReader(
  ({ locale, timeZone }) =>
    new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full', timeStyle: 'medium' }),
)
const clock = forReader(
  ({ locale, timeZone }) => new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }),
)
const weekday = forReader(({ locale }) => new Intl.DateTimeFormat(locale, { weekday: 'long' }))
const ago = forReader(({ locale }) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

const day = 86_400_000
const units = [
  ['day', day],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Under seven days in words (3 hours ago), else the day. */
export function agoText(at: string, now = Date.now()): string {
  const age = now - Date.parse(at)
  if (age >= 7 * day) return formatDay(readerDay(new Date(at)))
  for (const [unit, length] of units) {
    if (age >= length) return ago().format(-Math.floor(age / length), unit)
  }
  return 'just now'
}

/** The moment to the second, in the reader's zone. */
export function exactText(at: string): string {
  return exact().format(new Date(at))
}

export function clockText(at: string): string {
  return clock().format(new Date(at))
}

/** The heading over what happened on a day: Today, Yesterday, a weekday, then the date. */
export function dayHeading(localDayText: string, now = new Date()): string {
  const distance = Math.round((Date.parse(readerDay(now)) - Date.parse(localDayText)) / day)
  if (distance === 0) return 'Today'
  if (distance === 1) return 'Yesterday'
  const date = formatDay(localDayText)
  return distance < 7 ? `${weekday().format(new Date(`${localDayText}T12:00:00`))}, ${date}` : date
}

const dayTime = forReader(
  ({ locale }) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', timeStyle: 'short' }),
)

/** A time of day such as 14:30, as the reader writes it: 2:30 PM. */
export function dayTimeText(time: string): string {
  return dayTime().format(Date.parse(`2000-01-01T${time}Z`))
}
