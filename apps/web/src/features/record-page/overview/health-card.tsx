import { useQuery } from '@tanstack/react-query'
import type { ScoreDetail, ScorePart } from '@steward/contracts/health'
import { errorPanelProps } from '../../../api/error-text.ts'
import {
  Confidence,
  FactorBar,
  HealthFigure,
  HealthSentence,
  HealthTrend,
  NoScore,
  partText,
  scoreQuery,
} from '../../../entities/health/index.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Card, textButton } from './card.tsx'

/** As many parts as are seen at a glance. */
const most = 6

/** How healthy the customer is, and what that is made of. */
export function HealthCard() {
  const { level, id, record } = useRecordScreen()
  const [, setSearch] = useSearchParams()
  const { data, error, refetch } = useQuery(scoreQuery(level, id, record.globalFields.health))
  const open = (
    <button type="button" className={textButton} onClick={() => setSearch({ tab: 'health' })}>
      Why this score?
    </button>
  )
  return (
    <Card title="Health" action={data && data.score !== null && open}>
      {data && <Health detail={data} />}
      {!data && error && <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="flex flex-col gap-4 px-4 py-4" aria-busy="true">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-3 w-64 max-w-full" />
          <Skeleton className="h-3 w-56 max-w-full" />
        </div>
      )}
    </Card>
  )
}

function Health({ detail }: { detail: ScoreDetail }) {
  const { level, id } = useRecordScreen()
  const { score, parts, override } = detail
  if (score === null) {
    return (
      <div className="px-4 py-4 print:px-0">
        <NoScore level={level} id={id} detail={detail} />
      </div>
    )
  }
  const counted = parts
    .filter(({ weight, key }) => weight > 0 || key === 'override')
    .toSorted((one, other) => other.weight - one.weight)
  const shown = counted.length > most ? counted.slice(0, most - 1) : counted
  const others = counted.slice(shown.length)
  return (
    <div className="flex flex-col gap-4 px-4 py-3.5 print:px-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <HealthFigure detail={detail} />
        <HealthTrend detail={detail} />
        <Confidence detail={detail} />
      </div>
      <HealthSentence level={level} id={id} score={score} />
      {override && <p className="text-body text-2 wrap-anywhere">Set by hand: {override.reason}</p>}
      {shown.length > 0 && (
        <ul className="flex flex-col gap-2.5" aria-label="Score breakdown">
          {shown.map((part) => (
            <Factor key={part.key} part={part} detail={detail} />
          ))}
          {others.length > 0 && <Others parts={others} />}
        </ul>
      )}
    </div>
  )
}

const row = 'grid grid-cols-[minmax(0,1fr)_minmax(4rem,38%)_2.5rem] items-center gap-x-3'
const figure = 'tabular text-right text-label font-medium'

function Factor({ part, detail: { bounds } }: { part: ScorePart; detail: ScoreDetail }) {
  return (
    <li className={row}>
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="sm:truncate">{part.name}</span>
        <span className="truncate text-label text-2 max-sm:hidden">
          {part.missing ? 'No data' : part.text}
        </span>
      </span>
      {part.key === 'override' ? <span /> : <FactorBar part={part} bounds={bounds} />}
      <span className={figure}>{partText(part.contribution)}</span>
    </li>
  )
}

/** The small ones together, so that all figures add up to the score. */
function Others({ parts }: { parts: readonly ScorePart[] }) {
  return (
    <li className={row}>
      <span className="text-2">{parts.length} others</span>
      <span />
      <span className={figure}>
        {partText(parts.reduce((sum, { contribution }) => sum + contribution, 0))}
      </span>
    </li>
  )
}
