/** Days as texts YYYY-MM-DD, years 0001 to 9999. What lies outside is null. */

const dayInMilliseconds = 86_400_000

interface Parts {
  year: number
  /** 1 to 12 */
  month: number
  day: number
}

export function partsOf(day: string): Parts {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8, 10)) }
}

function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayInMilliseconds
}

function dayAt(time: number): string | null {
  const date = new Date(time)
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date.toISOString().slice(0, 10) : null
}

function daysIn(year: number, month: number): number {
  return [
    31,
    year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ][month - 1] as number
}

const two = (part: number): string => String(part).padStart(2, '0')

/** The day with these parts; null where the calendar has none. */
export function dayFrom({ year, month, day }: Parts): string | null {
  const isWhole = [year, month, day].every((part) => Number.isInteger(part))
  if (!isWhole || year < 1 || year > 9999 || month < 1 || month > 12) return null
  if (day < 1 || day > daysIn(year, month)) return null
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** The day so many whole days later; fractions are cut off. */
export function addDays(day: string, days: number): string | null {
  return dayAt((numberOf(day) + Math.trunc(days)) * dayInMilliseconds)
}

export function daysBetween(first: string, second: string): number {
  return numberOf(second) - numberOf(first)
}

/** The same day so many months later, or the last of a month that is shorter. */
export function addMonths(day: string, months: number): string | null {
  const { year, month, day: wanted } = partsOf(day)
  const index = year * 12 + month - 1 + Math.trunc(months)
  const then = { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 }
  if (!Number.isSafeInteger(index) || then.year < 1 || then.year > 9999) return null
  return dayFrom({ ...then, day: Math.min(wanted, daysIn(then.year, then.month)) })
}

/** Whole months from the first day to the second; negative where the second comes before. */
export function monthsBetween(first: string, second: string): number {
  if (second < first) return -monthsBetween(second, first) + 0
  const [a, b] = [partsOf(first), partsOf(second)]
  const months = (b.year - a.year) * 12 + b.month - a.month
  const isWhole = b.day >= a.day || b.day === daysIn(b.year, b.month)
  return isWhole ? months : months - 1
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

export function startOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`
}

export function endOfMonth(day: string): string {
  const { year, month } = partsOf(day)
  return `${day.slice(0, 8)}${daysIn(year, month)}`
}

export function quarterOf(day: string): number {
  return Math.ceil(partsOf(day).month / 3)
}

export function startOfQuarter(day: string): string {
  return `${day.slice(0, 5)}${two(quarterOf(day) * 3 - 2)}-01`
}
