import { useQuery } from '@tanstack/react-query'
import type { Kpi, KpiHistory } from '@steward/contracts/success-plan/item'
import { exactText } from '../../../components/time-text.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { chartOf } from './kpi-chart.rules.ts'
import { kpiHistoryQuery } from '../success-plan.calls.ts'

interface KpiChartProps {
  kpi: Kpi
  text: (value: number | null) => string
}

/** The values of a KPI over time, with its target; the same values are in a table. */
export function KpiChart({ kpi, text }: KpiChartProps) {
  const { data } = useQuery(kpiHistoryQuery(kpi.successPlanId, kpi.kpiId))
  if (!data) return <Skeleton className="h-28 w-full" />
  if (data.length === 0) return <p className="text-label text-2">No values yet.</p>
  return (
    <div className="flex flex-col gap-3">
      <Line kpi={kpi} values={data} text={text} />
      <ValueTable values={data} text={text} />
    </div>
  )
}

function Line({ kpi, values, text }: KpiChartProps & { values: KpiHistory }) {
  const { targetValue } = kpi.targetDetails
  const { points, target } = chartOf(values, targetValue)
  const [first, last] = [values[0], values.at(-1)]
  const summary = `From ${text(first?.value ?? null)} to ${text(last?.value ?? null)}, target ${text(targetValue)}`
  return (
    <div role="img" aria-label={summary} className="relative h-24 w-full">
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
        aria-hidden
      >
        <line
          x1="0"
          x2="100"
          y1={target}
          y2={target}
          className="stroke-(--edge)"
          strokeDasharray="3 4"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          className="stroke-(--accent)"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {points.map(({ x, y }) => (
        <span
          key={`${x}:${y}`}
          aria-hidden
          className="absolute size-1.5 -translate-1/2 rounded-full bg-accent"
          style={{ left: `${x}%`, top: `${y}%` }}
        />
      ))}
    </div>
  )
}

function ValueTable({ values, text }: { values: KpiHistory; text: KpiChartProps['text'] }) {
  return (
    <details>
      <summary className="cursor-pointer rounded-chip text-label text-2">
        {values.length} {values.length === 1 ? 'value' : 'values'}
      </summary>
      <table className="mt-2 w-full text-left text-label">
        <thead className="text-2">
          <tr>
            <th className="py-1 font-medium">When</th>
            <th className="py-1 font-medium">Value</th>
            <th className="py-1 font-medium">By</th>
          </tr>
        </thead>
        <tbody>
          {values.toReversed().map(({ at, value, by }) => (
            <tr key={at} className="border-t border-line">
              <td className="py-1">{exactText(at)}</td>
              <td className="tabular py-1">{text(value)}</td>
              <td className="py-1">{by?.name ?? 'Source'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
