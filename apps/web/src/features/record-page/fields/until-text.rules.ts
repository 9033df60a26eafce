import { readerDay } from '../../../ui/day-text.ts'
import { forReader } from '../../../ui/reader.ts'

const relative = forReader(({ locale }) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

const dayMs = 86_400_000

/** How far a day is from the reader's today, in words: today, tomorrow, in 58 days, 24 days ago. */
export function untilText(day: string, now = new Date()): string {
  const days = Math.round((Date.parse(day) - Date.parse(readerDay(now))) / dayMs)
  return Number.isFinite(days) ? relative().format(days, 'day') : ''
}
