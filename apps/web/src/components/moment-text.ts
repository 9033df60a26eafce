import { forReader } from '../ui/reader.ts'

const moment = forReader(
  ({ locale, timeZone }) =>
    new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
)

/** The moment to the minute: Mar 14, 2026, 3:04 PM. */
export function momentText(at: string): string {
  return moment().format(new Date(at))
}
