import { IconGauge, IconGavel } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { findLevel, levels, type LevelName } from '@steward/contracts/level'
import { scenarioStatuses, type ScenarioStatus } from '@steward/contracts/plain/scenario'
import type { ScenarioSummary } from '@steward/contracts/scenario/scenario'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { AppLink } from '../../components/app-link.tsx'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { NoPermission } from '../../components/settings/no-permission.tsx'
import { Toolbar } from '../../components/toolbar.tsx'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StoppedStrip } from './frame/scenario-notice.tsx'
import { AutomationSwitch } from './list/automation-switch.tsx'
import { NewScenarioButton, StarterGallery } from './list/starter-gallery.tsx'
import { ScenarioTable } from './list/scenario-table.tsx'
import { scenariosQuery, type ScenarioView } from './scenario.calls.ts'
import { statusWords } from './scenario-words.ts'

export { ApprovalsPage } from './approval/approvals.tsx'
export { ScenarioLimitsPage } from './setting/scenario-limits.tsx'

const statusOptions = scenarioStatuses.map((value) => ({ value, label: statusWords[value] }))
const levelOptions = levels.map(({ name, label }) => ({ value: name, label: `${label}s` }))

function useView() {
  const [search, change] = useSearchParams()
  const asked = search['status']
  const view: ScenarioView = {
    status: scenarioStatuses.find((status) => status === asked),
    level: typeof search['level'] === 'string' ? findLevel(search['level'])?.name : undefined,
    name: typeof search['find'] === 'string' && search['find'] !== '' ? search['find'] : undefined,
  }
  return { view, change: (next: Record<string, unknown>) => change(next, { replace: true }) }
}

/** The automations of the company. */
export function ScenariosPage() {
  const may = useCan()
  if (may('scenario.read')) return <Scenarios />
  return (
    <PageFrame title="Scenarios" route="scenarios">
      <PageHeader title="Scenarios" />
      <PageContent>
        <NoPermission what="scenarios" />
      </PageContent>
    </PageFrame>
  )
}

function Scenarios() {
  const may = useCan()
  const { view, change } = useView()
  const list = useInfiniteQuery(scenariosQuery(view))
  const rows = list.data?.pages.flatMap(({ data }) => data)
  return (
    <PageFrame title="Scenarios" route="scenarios">
      <PageHeader title="Scenarios" count={list.data?.pages[0]?.totalItemCount}>
        <AppLink to={paths.approvals} className={buttonClass({ size: 'sm' })}>
          <IconGavel aria-hidden />
          Approvals
        </AppLink>
        <AppLink to={paths.scenarioLimits} className={buttonClass({ size: 'sm' })}>
          <IconGauge aria-hidden />
          Limits
        </AppLink>
        {may('scenario.edit') && <NewScenarioButton />}
      </PageHeader>
      <Toolbar end={<AutomationSwitch />}>
        <Filters view={view} onChange={change} />
      </Toolbar>
      <StoppedStrip />
      <PageContent>
        {rows ? (
          <Rows rows={rows} view={view} onClear={() => change(cleared)} />
        ) : (
          <Unloaded error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.hasNextPage && (
          <div className="p-4">
            <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </PageContent>
    </PageFrame>
  )
}

type FiltersProps = { view: ScenarioView; onChange: (next: Record<string, unknown>) => void }

function Filters({ view, onChange }: FiltersProps) {
  return (
    <>
      <SearchField
        label="Search scenarios"
        value={view.name ?? ''}
        onChange={(find) => onChange({ find: find || undefined })}
      />
      <Select<ScenarioStatus>
        aria-label="Status"
        size="sm"
        className="w-32"
        value={view.status ?? null}
        options={statusOptions}
        placeholder="Any status"
        clearable
        onChange={(status) => onChange({ status: status ?? undefined })}
      />
      <Select<LevelName>
        aria-label="Records"
        size="sm"
        className="w-36 max-sm:hidden"
        value={view.level ?? null}
        options={levelOptions}
        placeholder="All records"
        clearable
        onChange={(level) => onChange({ level: level ?? undefined })}
      />
    </>
  )
}

function Unloaded({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={onRetry} />
  return <Skeleton className="m-6 h-32" />
}

const cleared = { find: undefined, status: undefined, level: undefined }

type RowsProps = { rows: readonly ScenarioSummary[]; view: ScenarioView; onClear: () => void }

function Rows({ rows, view, onClear }: RowsProps) {
  if (rows.length > 0) return <ScenarioTable rows={rows} />
  if (view.name === undefined && view.status === undefined && view.level === undefined) {
    return <StarterGallery />
  }
  return (
    <EmptyState
      kind="no-match"
      title="No matching scenarios"
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      Choose another filter or word.
    </EmptyState>
  )
}
