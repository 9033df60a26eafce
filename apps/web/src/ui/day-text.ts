import { forReader, readerLocale } from './reader.ts'

const order = new Map<string, string[]>()

/** The order a locale writes day, month and year in. */
function orderOf(locale: string | undefined): string[] {
  const key = locale ?? ''
  const known = order.get(key)
  if (known) return known
  const parts = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' })
    .formatToParts(new Date(2001, 1, 3))
    .map((part) => part.type)
    .filter((type) => type === 'day' || type === 'month' || type === 'year')
  order.set(key, parts)
  return parts
}

function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : undefined
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year
}

/** Reads YYYY-MM-DD, the locale's numbers (12/31/2026, 31.12.26) and month names; undefined when it is not a day. */
export function parseDay(text: string, locale = readerLocale()): string | undefined {
  const bare = text.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(bare)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = /^(\d{1,4})[./\-\s]+(\d{1,2})[./\-\s]+(\d{1,4})\.?$/.exec(bare)
  if (numbers) {
    const by = new Map(orderOf(locale).map((type, index) => [type, Number(numbers[index + 1])]))
    return dayOf(fullYear(by.get('year')!), by.get('month')!, by.get('day')!)
  }
  return parseWritten(bare, locale) ?? parseNamed(bare, locale)
}

const written = new Map<string, readonly RegExp[]>()

/** How a locale writes a day of each month, from January on. */
function writtenMonths(locale: string | undefined): readonly RegExp[] {
  const key = locale ?? ''
  const known = written.get(key)
  if (known) return known
  const format = dayFormat(locale)
  const months = Array.from({ length: 12 }, (_, month) => {
    const pattern = format.formatToParts(Date.UTC(2001, month, 3)).map(({ type, value }) => {
      if (type === 'day') return String.raw`(?<day>\d{1,2})`
      if (type === 'year') return String.raw`(?<year>\d{1,4})`
      return value.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
    })
    return new RegExp(`^${pattern.join('')}$`, 'iu')
  })
  written.set(key, months)
  return months
}

/** A day as the locale itself writes it: 5 mrt 2026, 2026年3月5日. */
function parseWritten(text: string, locale: string | undefined): string | undefined {
  for (const [index, pattern] of writtenMonths(locale).entries()) {
    const { day, year } = pattern.exec(text)?.groups ?? {}
    if (day && year) return dayOf(fullYear(Number(year)), index + 1, Number(day))
  }
  return undefined
}

/** Which month a word begins like, in the locale or in English; undefined when none or several do. */
function monthOf(word: string, locale: string | undefined): number | undefined {
  const wanted = word.toLowerCase()
  const fitting = new Set<number>()
  for (const language of [locale, 'en']) {
    const format = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric' })
    for (let month = 1; month <= 12; month += 1) {
      const parts = format.formatToParts(new Date(2001, month - 1, 1))
      const name = parts.find((part) => part.type === 'month')?.value.toLowerCase() ?? ''
      if (name.startsWith(wanted)) fitting.add(month)
    }
  }
  return fitting.size === 1 ? [...fitting][0] : undefined
}

/** A month by its name, with a day and a year in either order: 14 Mar 2026, March 14, 2026. */
function parseNamed(text: string, locale: string | undefined): string | undefined {
  const word = /\p{L}{3,}/u.exec(text)?.[0]
  const [first, second, ...more] = (text.match(/\d+/g) ?? []).map(Number)
  if (!word || first === undefined || second === undefined || more.length > 0) return undefined
  const month = monthOf(word, locale)
  if (!month) return undefined
  return first > 31 ? dayOf(first, month, second) : dayOf(fullYear(second), month, first)
}

/** YYYY-MM-DD as the locale writes it, for example Mar 14, 2026. */
export function formatDay(day: string, locale?: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  return (locale === undefined ? days() : dayFormat(locale)).format(date)
}

const dayFormat = (locale: string | undefined) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const days = forReader(({ locale }) => dayFormat(locale))

// Sweden writes days as we store them.
const storedDays = forReader(
  ({ timeZone }) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }),
)

/** The reader's calendar day of an instant as YYYY-MM-DD. */
export function readerDay(date: Date): string {
  return storedDays().format(date)
}

/** The day of a Date that stands for one, at the device's midnight, as YYYY-MM-DD. */
export function localDay(date: Date): string {
  return dayOf(date.getFullYear(), date.getMonth() + 1, date.getDate())!
}
