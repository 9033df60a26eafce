import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { SurveyType } from '@steward/contracts/plain/survey'
import { numberText } from '../../../ui/reader.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { trendQuery, type TrendPeriod } from '../response.calls.ts'
import { scoreText } from '../survey-words.tsx'
import { marksOf, periodText, rangeOf, type TrendMark } from './trend.rules.ts'

const periods = [
  { value: 'week', label: 'Weeks' },
  { value: 'month', label: 'Months' },
  { value: 'quarter', label: 'Quarters' },
] as const

/** The score over time with its interval; the same numbers are in a table. */
export function TrendChart({ surveyId, type }: { surveyId: number; type: SurveyType }) {
  const [period, setPeriod] = useState<TrendPeriod>('month')
  const { data } = useQuery(trendQuery(surveyId, period))
  const marks = data && marksOf(type, data)
  return (
    <section aria-labelledby="survey-trend" className="flex min-w-0 flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="survey-trend" className="font-medium">
          Score over time
        </h2>
        <Segmented<TrendPeriod> label="Period" value={period} onChange={setPeriod} options={periods} />
      </div>
      {!marks && <Skeleton className="h-32 w-full" />}
      {marks?.length === 0 && <p className="text-2">No responses yet.</p>}
      {marks && marks.length > 0 && (
        <>
          <TrendLine type={type} marks={marks} period={period} />
          <TrendTable type={type} marks={marks} period={period} />
        </>
      )}
    </section>
  )
}

const periodNames: Readonly<Record<TrendPeriod, string>> = {
  day: 'Day',
  week: 'Week from',
  month: 'Month',
  quarter: 'Quarter',
}

type MarksProps = { type: SurveyType; marks: readonly TrendMark[]; period: TrendPeriod }

/** The score over time, as a line between the lowest and the highest that there is. */
export function TrendLine({ type, marks, period }: MarksProps) {
  const [first, last] = [marks[0]!, marks.at(-1)!]
  const { low, high } = rangeOf(type)
  const summary = `From ${scoreText(type, first.point.score)} to ${scoreText(type, last.point.score)}`
  return (
    <div role="img" aria-label={summary} className="flex gap-3 pt-2 text-meta text-2">
      <div className="tabular -my-2 flex h-36 flex-col justify-between text-right">
        {[high, (low + high) / 2, low].map((score) => (
          <span key={score}>{scoreText(type, score)}</span>
        ))}
      </div>
      <div className="min-w-0 flex-1">
        <Line marks={marks} />
        <div className={`mt-2 flex gap-4 ${last === first ? 'justify-center' : 'justify-between'}`}>
          <span>{periodText(period, first.point.from)}</span>
          {last !== first && <span>{periodText(period, last.point.from)}</span>}
        </div>
      </div>
    </div>
  )
}

function Line({ marks }: Pick<MarksProps, 'marks'>) {
  return (
    <div className="relative mx-1 h-32">
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
        aria-hidden
      >
        {[0, 50, 100].map((y) => (
          <line
            key={y}
            x1="0"
            x2="100"
            y1={y}
            y2={y}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {marks.map(
          ({ x, low, high }) =>
            low !== null &&
            high !== null && (
              <line
                key={x}
                x1={x}
                x2={x}
                y1={low}
                y2={high}
                className="stroke-(--edge)"
                strokeWidth="2"
                vectorEffect="non-scaling-stroke"
              />
            ),
        )}
        <polyline
          points={marks.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          className="stroke-(--accent)"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {marks.map(({ x, y }) => (
        <span
          key={x}
          aria-hidden
          className="absolute size-2 -translate-1/2 rounded-full bg-accent"
          style={{ left: `${x}%`, top: `${y}%` }}
        />
      ))}
    </div>
  )
}

/** The same as a table. */
export function TrendTable({ type, marks, period }: MarksProps) {
  return (
    <details>
      <summary className="cursor-pointer rounded-chip text-label text-2">As a table</summary>
      <table className="mt-2 w-full max-w-130 text-left text-label">
        <thead className="text-2">
          <tr>
            <th className="py-1 font-medium">{periodNames[period]}</th>
            <th className="py-1 font-medium">Score</th>
            <th className="py-1 font-medium">95% interval</th>
            <th className="py-1 font-medium">Responses</th>
          </tr>
        </thead>
        <tbody className="tabular">
          {marks.map(({ point: { from, score, interval, responses } }) => (
            <tr key={from} className="border-t border-line">
              <td className="py-1">{periodText(period, from)}</td>
              <td className="py-1">{scoreText(type, score)}</td>
              <td className="py-1">
                {interval ? `${scoreText(type, interval.low)} to ${scoreText(type, interval.high)}` : '–'}
              </td>
              <td className="py-1">{numberText(responses)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
