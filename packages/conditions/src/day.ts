/** A day without a time, `YYYY-MM-DD`, years 0001 to 9999. Days compare as text. */
export type Day = string

const SHAPE = /^\d{4}-\d{2}-\d{2}$/
const FIRST_DAY: Day = '0001-01-01'
export const LAST_DAY: Day = '9999-12-31'
const MILLISECONDS = 86_400_000

export function isDay(value: unknown): value is Day {
  if (typeof value !== 'string' || !SHAPE.test(value) || value < FIRST_DAY) return false
  const instant = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(value)
}

/** The day a number of days later, or earlier when negative; kept within the years 0001 to 9999. */
export function addDays(day: Day, days: number): Day {
  const moved = new Date(Date.parse(`${day}T00:00:00Z`) + days * MILLISECONDS)
  if (moved.getUTCFullYear() > 9999) return LAST_DAY
  return moved.getUTCFullYear() < 1 ? FIRST_DAY : moved.toISOString().slice(0, 10)
}

/** The UTC day of a day, an ISO 8601 instant or a Date; nothing when it is none of these. */
export function dayOf(value: unknown): Day | undefined {
  if (isDay(value)) return value
  if (typeof value !== 'string' && !(value instanceof Date)) return undefined
  const instant = new Date(value)
  if (Number.isNaN(instant.getTime())) return undefined
  const day = instant.toISOString().slice(0, 10)
  return isDay(day) ? day : undefined
}
