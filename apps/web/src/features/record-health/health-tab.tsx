import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconActivityHeartbeat, IconAlertCircle, IconHandStop } from '@tabler/icons-react'
import type { ScoreDetail } from '@steward/contracts/health'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import {
  Confidence,
  HealthFigure,
  HealthSentence,
  HealthTrend,
  NoScore,
  scoreQuery,
} from '../../entities/health/index.ts'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { useSearchParams } from '../../components/search-params.ts'
import { agoText, exactText } from '../../components/time-text.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../components/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { MeasureTable } from './measure-table.tsx'
import { Movement } from './movement.tsx'
import { OverrideBanner } from './override-banner.tsx'
import { Trend } from './trend.tsx'

const OverrideDialog = lazyPart(() => import('./override.dialog.tsx'), 'OverrideDialog')

/** The record's health score, its trend, its measures, and why it changed. */
export function HealthTab() {
  const { level, id, record, mayEdit } = useRecordScreen()
  const [search, setSearch] = useSearchParams()
  const may = useCan()
  const { data, error, refetch } = useQuery(scoreQuery(level, id, record.globalFields.health))
  if (!data && error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!data) return <HealthSkeleton />
  const mayOverride = may('health.override') && mayEdit
  const askOverride = mayOverride ? () => setSearch({ override: true }) : undefined
  return (
    <div className="@container flex max-w-300 flex-col gap-6 px-4 py-5 sm:px-6">
      <Head
        detail={data}
        onOverride={askOverride}
        onPulse={may('timeline.edit') && level.id !== 4 ? () => setSearch({ log: 'pulse' }) : undefined}
      />
      {data.override && (
        <OverrideBanner override={data.override} computed={data.computed} onChange={askOverride} />
      )}
      <Parts detail={data} />
      {search['override'] === true && mayOverride && (
        <Suspense>
          <OverrideDialog detail={data} onClose={() => setSearch({ override: undefined })} />
        </Suspense>
      )}
    </div>
  )
}

function Parts({ detail }: { detail: ScoreDetail }) {
  const { score, computedAt, parts, bounds } = detail
  if (score === null && computedAt === null && parts.length === 0) return <Nothing />
  return (
    <>
      <Missing detail={detail} />
      <Trend bounds={bounds} />
      <MeasureTable detail={detail} />
      <Movement />
    </>
  )
}

type HeadProps = {
  detail: ScoreDetail
  onOverride: (() => void) | undefined
  onPulse: (() => void) | undefined
}

function Head({ detail, onOverride, onPulse }: HeadProps) {
  const { level, id } = useRecordScreen()
  const { score, version, computedAt, override } = detail
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <HealthFigure detail={detail} />
          <HealthTrend detail={detail} />
          <Confidence detail={detail} />
        </div>
        {score !== null && <HealthSentence level={level} id={id} score={score} />}
        <p className="text-label text-2">
          {computedAt && (
            <time
              dateTime={computedAt}
              data-tooltip={exactText(computedAt)}
            >{`Last calculated ${agoText(computedAt)}`}</time>
          )}
          {version && `${computedAt ? ' · ' : ''}score version ${version.number}`}
        </p>
      </div>
      <div className="flex shrink-0 gap-2" data-print="off">
        {onOverride && (
          <Button size="sm" icon={<IconHandStop aria-hidden />} onClick={onOverride}>
            {override ? 'Change override' : 'Override'}
          </Button>
        )}
        {onPulse && (
          <Button size="sm" variant="primary" icon={<IconActivityHeartbeat aria-hidden />} onClick={onPulse}>
            Add pulse
          </Button>
        )}
      </div>
    </header>
  )
}

const listed = new Intl.ListFormat('en', { type: 'conjunction' })

/** Which measures had nothing to go by. */
function Missing({ detail }: { detail: ScoreDetail }) {
  const { score, missing } = detail
  const { level, id } = useRecordScreen()
  if (missing.length === 0) return null
  if (score === null) return <NoScore level={level} id={id} detail={detail} />
  return (
    <p className="flex items-start gap-2 rounded-control bg-none-soft px-3 py-2 text-body text-1">
      <IconAlertCircle size={16} className="mt-0.5 shrink-0 text-2" aria-hidden />
      <span className="min-w-0 wrap-anywhere">No data for: {listed.format(missing)}.</span>
    </p>
  )
}

function Nothing() {
  const mayDefine = useCan()('health.administer')
  const { level } = useRecordScreen()
  return (
    <EmptyState
      kind="nothing"
      title="No score yet"
      action={
        mayDefine && (
          <AppLink
            to={paths.healthSettings(level.name)}
            className="font-medium text-accent-text hover:underline"
          >
            Define the measures
          </AppLink>
        )
      }
    >
      No measures for {level.plural} so far{mayDefine ? '.' : '. An administrator can define them.'}
    </EmptyState>
  )
}

function HealthSkeleton() {
  return (
    <div className="flex flex-col gap-6 px-4 py-5 sm:px-6" aria-busy="true">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-4 w-80 max-w-full" />
      <Skeleton className="h-4 w-72 max-w-full" />
    </div>
  )
}
