import { readerDay } from '../../ui/day-text.ts'
import { forReader } from '../../ui/reader.ts'

const since = forReader(({ locale }) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

const day = 86_400_000
/** From how many days on months are shown, and years. */
const [months, years] = [60, 730]

/** How many calendar days ago something was, in words: today, yesterday, 12 days ago, 3 months ago. */
export function sinceText(at: string, now = new Date()): string {
  const days = Math.round((Date.parse(readerDay(now)) - Date.parse(readerDay(new Date(at)))) / day)
  if (days >= years) return since().format(-Math.floor(days / 365), 'year')
  if (days >= months) return since().format(-Math.floor(days / 30), 'month')
  return since().format(-days, 'day')
}
