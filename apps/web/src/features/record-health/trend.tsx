import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { errorPanelProps } from '../../api/error-text.ts'
import { type Bounds, scoreHistoryQuery, type TrendStep, trendSteps } from '../../entities/health/index.ts'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { cx } from '../../ui/cx.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPart } from './tab-part.tsx'
import { TrendLine } from './trend-line.tsx'
import { TrendTable } from './trend-table.tsx'
import { daysBefore, startOfDay, utcToday } from '../../entities/health/index.ts'

const spans = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const

type Span = (typeof spans)[number]['value']
type Look = 'line' | 'table'

const looks = [
  { value: 'line', label: 'Line', icon: <IconChartLine aria-hidden /> },
  { value: 'table', label: 'Table', icon: <IconTable aria-hidden /> },
] as const

/** The score over time, as a line or as a table of its steps. */
export function Trend({ bounds }: { bounds: Bounds }) {
  const { level, id, record } = useRecordScreen()
  const [span, setSpan] = useState<Span>('90')
  const [look, setLook] = useState<Look>('line')
  // What is drawn ends when it was asked for.
  const [now] = useState(() => Date.now())
  const today = utcToday(now)
  const from = daysBefore(today, Number(span))
  const { data, error, refetch, isPlaceholderData } = useQuery(
    scoreHistoryQuery(level, id, from, today, record.globalFields.health),
  )
  return (
    <TabPart
      title="Over time"
      action={
        <div className="flex flex-wrap gap-2" data-print="off">
          <Segmented label="Period" value={span} onChange={setSpan} options={spans} />
          <Segmented label="Shown as" value={look} onChange={setLook} options={looks} />
        </div>
      }
    >
      {!data && error && <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-44 w-full" />}
      {data && (
        <div className={cx(isPlaceholderData && 'opacity-60')}>
          <Steps
            steps={trendSteps(data, startOfDay(from), now)}
            bounds={bounds}
            look={look}
            from={from}
            to={now}
          />
        </div>
      )}
    </TabPart>
  )
}

type StepsProps = { steps: readonly TrendStep[]; bounds: Bounds; look: Look; from: string; to: number }

function Steps({ steps, bounds, look, from, to }: StepsProps) {
  if (steps.length === 0) {
    return (
      <p className="py-4 text-body text-2">No score in this period. History starts with the first score.</p>
    )
  }
  if (look === 'table') return <TrendTable steps={steps} />
  return <TrendLine steps={steps} bounds={bounds} from={startOfDay(from)} to={to} />
}
