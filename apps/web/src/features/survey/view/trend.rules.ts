import { surveyScales, type SurveyType } from '@steward/contracts/plain/survey'
import type { SurveyTrendPoint } from '@steward/contracts/survey/response'
import { formatDay } from '../../../ui/day-text.ts'
import { forReader } from '../../../ui/reader.ts'
import type { TrendPeriod } from '../response.calls.ts'

/** From the lowest score that a survey of a type can have to the highest. */
export function rangeOf(type: SurveyType): { low: number; high: number } {
  if (type === 'nps') return { low: -100, high: 100 }
  const scale = surveyScales[type]
  return type === 'ces' && scale ? { low: scale.min, high: scale.max } : { low: 0, high: 100 }
}

const months = forReader(
  ({ locale }) => new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
)

/** A stretch by its first day, YYYY-MM-DD: Nov 2, 2026 for a day or week, Nov 2026 for a month, Q4 2026 for a quarter. */
export function periodText(period: TrendPeriod, from: string): string {
  if (period === 'day' || period === 'week') return formatDay(from)
  const first = new Date(`${from}T00:00:00Z`)
  if (period === 'month') return months().format(first)
  return `Q${Math.floor(first.getUTCMonth() / 3) + 1} ${first.getUTCFullYear()}`
}

export interface TrendMark {
  /** From 0 to 100, left to right and top to bottom. */
  x: number
  y: number
  /** The ends of the interval; null with too few responses. */
  low: number | null
  high: number | null
  point: SurveyTrendPoint
}

/** Where each point is drawn, by its first day; points without a score are left out. */
export function marksOf(type: SurveyType, points: readonly SurveyTrendPoint[]): TrendMark[] {
  const { low, high } = rangeOf(type)
  const y = (score: number): number => (100 * (high - Math.min(high, Math.max(low, score)))) / (high - low)
  const days = points.map(({ from }) => Date.parse(from))
  const [first = 0, last = 0] = [days[0], days.at(-1)]
  return points.flatMap((point, at) =>
    point.score === null
      ? []
      : [
          {
            x: first === last ? 50 : (100 * ((days[at] as number) - first)) / (last - first),
            y: y(point.score),
            low: point.interval && y(point.interval.low),
            high: point.interval && y(point.interval.high),
            point,
          },
        ],
  )
}
