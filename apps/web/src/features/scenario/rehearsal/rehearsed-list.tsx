import { useMemo } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Rehearsal, RehearsedAction } from '@steward/contracts/scenario/rehearsal'
import type { Scenario } from '@steward/contracts/scenario/scenario'
import { errorPanelProps } from '../../../api/error-text.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { momentText } from '../../../components/moment-text.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { formatDay } from '../../../ui/day-text.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useTypeLabels } from '../editor/node-picker.tsx'
import { executionWords } from '../editor/node-text.ts'
import { counted } from '../node/words.ts'
import { rehearsedActionsQuery, type RehearsedView } from './rehearsal.calls.ts'
import { countsByDay } from './rehearsal.rules.ts'

type RehearsedListProps = { scenario: Scenario; rehearsal: Rehearsal }

function useView() {
  const [search, change] = useSearchParams()
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined)
  const view: RehearsedView = { day: text('day'), nodeKey: text('node') }
  return { view, change: (next: Record<string, unknown>) => change(next, { replace: true }) }
}

/** The actions that a scenario would have taken, by day and node. */
export function RehearsedList({ scenario, rehearsal }: RehearsedListProps) {
  const { view, change } = useView()
  const labelOf = useTypeLabels()
  const actions = useMemo(() => scenario.nodes.filter(({ category }) => category === 'action'), [scenario])
  const days = useMemo(
    () => countsByDay(rehearsal.counts, new Set(actions.map(({ key }) => key))),
    [rehearsal, actions],
  )
  return (
    <section aria-label="Actions" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="w-full text-title font-semibold md:w-auto md:flex-1">Actions</h2>
        <Select<string>
          aria-label="Day"
          size="sm"
          className="flex-1 md:w-56 md:flex-none"
          value={view.day ?? null}
          options={days.map(([day, count]) => ({
            value: day,
            label: `${formatDay(day)}: ${counted(count, 'action')}`,
          }))}
          placeholder="All days"
          clearable
          onChange={(day) => change({ day: day ?? undefined })}
        />
        <Select<string>
          aria-label="Node"
          size="sm"
          className="flex-1 md:w-44 md:flex-none"
          value={view.nodeKey ?? null}
          options={actions.map(({ key, type }) => ({ value: key, label: labelOf(type) }))}
          placeholder="All nodes"
          clearable
          onChange={(node) => change({ node: node ?? undefined })}
        />
      </div>
      <Rows scenarioId={scenario.scenarioId} rehearsalId={rehearsal.rehearsalId} view={view} />
    </section>
  )
}

type RowsProps = { scenarioId: number; rehearsalId: number; view: RehearsedView }

function Rows({ scenarioId, rehearsalId, view }: RowsProps) {
  const list = useInfiniteQuery(rehearsedActionsQuery(scenarioId, rehearsalId, view))
  const rows = list.data?.pages.flatMap(({ data }) => data)
  if (!rows) {
    return list.error ? (
      <ErrorPanel {...errorPanelProps(list.error)} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton className="h-32" />
    )
  }
  if (rows.length === 0) return <p className="py-6 text-center text-2">No action would have been taken.</p>
  return (
    <>
      <ul aria-label="Rehearsed actions" className="divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <ActionRow key={row.actionId} row={row} scenarioId={scenarioId} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          className="self-start"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

function ActionRow({ row, scenarioId }: { row: RehearsedAction; scenarioId: number }) {
  const { record, at, effect, reason, status } = row
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{record.name}</span>{' '}
          <span className="text-2">{effect ?? executionWords[status]}</span>
        </p>
        <p className="text-label text-3">
          <time dateTime={at}>{momentText(at)}</time>
          {reason && ` · ${reason}`}
        </p>
      </div>
      <AppLink
        to={paths.rehearsedRecord(scenarioId, record.id)}
        aria-label={`Show path of ${record.name}`}
        className="shrink-0 rounded-chip text-label text-accent-text hover:underline"
      >
        Show path
      </AppLink>
    </li>
  )
}
