import { useState, type KeyboardEvent } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { levelOf, type LevelName } from '@steward/contracts/level'
import type { ExecutionStatus } from '@steward/contracts/plain/scenario'
import type { NodeExecution } from '@steward/contracts/scenario/execution'
import type { Scenario } from '@steward/contracts/scenario/scenario'
import { useCan } from '../../../api/can.ts'
import { errorPanelProps } from '../../../api/error-text.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { isTyping, singleKeysOn } from '../../../components/shortcuts.ts'
import { momentText } from '../../../components/moment-text.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { counted } from '../node/words.ts'
import {
  dismissExecutions,
  executionsQuery,
  retryExecutions,
  useScenarioAct,
  type ActResults,
} from '../scenario.calls.ts'

type ExecutionListProps = {
  node: Scenario['nodes'][number]
  scenario: Scenario
  status: ExecutionStatus
  none: string
}

const canDismiss = (status: ExecutionStatus): boolean => status.startsWith('unattended')

/** Executions of a node with a status, newest first. */
export function ExecutionList({ node, scenario, status, none }: ExecutionListProps) {
  const list = useInfiniteQuery({
    ...executionsQuery(node.nodeId, status),
    // The counts say when there is something new to see.
    refetchInterval: scenario.status === 'active' ? 3000 : false,
  })
  const [note, setNote] = useState('')
  const rows = list.data?.pages.flatMap(({ data }) => data)
  if (list.error && !rows) {
    return <ErrorPanel {...errorPanelProps(list.error)} onRetry={() => void list.refetch()} />
  }
  if (!rows) return <Skeleton className="mt-4 h-32" />
  return (
    <>
      {/* Messages at the edge of the page are behind the drawer. */}
      <p role="status" className="text-2">
        {note}
      </p>
      {rows.length === 0 ? (
        <p className="py-8 text-center text-2">{none}</p>
      ) : (
        <Rows rows={rows} scenario={scenario} status={status} results={{ done: setNote, error: setNote }} />
      )}
      {list.hasNextPage && (
        <Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}

type RowsProps = Pick<ExecutionListProps, 'scenario' | 'status'> & {
  rows: readonly NodeExecution[]
  results: ActResults
}

function Rows({ rows, scenario, status, results }: RowsProps) {
  const may = useCan()
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const retryable = new Set(rows.flatMap((row) => (row.canRetry ? [row.nodeExecutionRunId] : [])))
  const isWorkable = (canDismiss(status) || retryable.size > 0) && may('scenario.edit')
  const ids = rows.map(({ nodeExecutionRunId }) => nodeExecutionRunId)
  const chosen = ids.filter((id) => picked.has(id))
  const toggle = (id: number) =>
    setPicked((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  const retry = useScenarioAct(retryExecutions, (count) => `${counted(count, 'record')} retried`, results)
  const toRetry = chosen.filter((id) => retryable.has(id))
  const retryChosen = () => retry.mutate(toRetry, { onSuccess: () => setPicked(new Set()) })

  /** X selects the record in which the focus is, R retries those that are selected. */
  function onKeyDown(event: KeyboardEvent) {
    if (!singleKeysOn() || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-execution]')
    if (event.key === 'x' && row) toggle(Number(row.dataset['execution']))
    else if (event.key === 'r' && toRetry.length > 0 && !retry.isPending) retryChosen()
    else return
    event.preventDefault()
  }

  return (
    <div role="presentation" onKeyDown={isWorkable ? onKeyDown : undefined}>
      {isWorkable && (
        <Bar
          status={status}
          ids={ids}
          chosen={chosen}
          mayRetry={retryable.size === 0 ? undefined : toRetry.length > 0}
          isRetrying={retry.isPending}
          results={results}
          onPick={(next) => setPicked(new Set(next))}
          onRetry={retryChosen}
        />
      )}
      <ul aria-label="Records" className="divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <ExecutionRow
            key={row.nodeExecutionRunId}
            row={row}
            scenario={scenario}
            isPicked={isWorkable ? picked.has(row.nodeExecutionRunId) : undefined}
            onPick={() => toggle(row.nodeExecutionRunId)}
          />
        ))}
      </ul>
    </div>
  )
}

type BarProps = {
  status: ExecutionStatus
  ids: readonly number[]
  chosen: number[]
  /** Whether any of the chosen can be retried; undefined where none of all can: skipped records that went on. */
  mayRetry: boolean | undefined
  isRetrying: boolean
  results: ActResults
  onPick: (ids: readonly number[]) => void
  onRetry: () => void
}

/** Selects what is shown, and does something about it. */
function Bar({ status, ids, chosen, mayRetry, isRetrying, results, onPick, onRetry }: BarProps) {
  const none = () => onPick([])
  const dismiss = useScenarioAct(
    dismissExecutions,
    (count) => `${counted(count, 'record')} dismissed`,
    results,
  )
  const isBusy = isRetrying || dismiss.isPending
  return (
    <div role="group" aria-label="Selected records" className="flex min-h-11 items-center gap-2">
      <Checkbox
        label={chosen.length > 0 ? `${chosen.length.toLocaleString()} selected` : 'Select all shown'}
        checked={chosen.length === ids.length}
        indeterminate={chosen.length > 0 && chosen.length < ids.length}
        onCheckedChange={(checked) => onPick(checked ? ids : [])}
      />
      <span className="flex-1" />
      {canDismiss(status) && (
        <Button
          size="sm"
          disabled={chosen.length === 0 || isBusy}
          onClick={() => dismiss.mutate(chosen, { onSuccess: none })}
        >
          Dismiss
        </Button>
      )}
      {mayRetry !== undefined && (
        <Button size="sm" variant="primary" disabled={!mayRetry || isBusy} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}

type ExecutionRowProps = {
  row: NodeExecution
  scenario: Scenario
  /** Undefined where nothing can be selected. */
  isPicked: boolean | undefined
  onPick: () => void
}

function ExecutionRow({ row, scenario, isPicked, onPick }: ExecutionRowProps) {
  const { record, reason, at, wakesAt, runId } = row
  const { plural } = levelOf(scenario.formData.level as LevelName)
  const name = record.name ?? `Deleted record ${record.id}`
  return (
    <li data-execution={row.nodeExecutionRunId} className="flex items-start gap-2 py-2">
      {isPicked !== undefined && (
        <Checkbox aria-label={`Select ${name}`} checked={isPicked} onCheckedChange={onPick} />
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        {record.name === null ? (
          <span className="text-2">{name}</span>
        ) : (
          <AppLink to={paths.record(plural, record.id)} className="truncate font-medium hover:underline">
            {name}
          </AppLink>
        )}
        {reason && <span className="text-label text-2">{reason}</span>}
        <time dateTime={at} className="text-label text-3">
          {wakesAt ? `Waiting until ${momentText(wakesAt)}` : momentText(at)}
        </time>
      </div>
      <AppLink
        to={paths.scenarioRun(scenario.scenarioId, runId)}
        aria-label={`Show path of ${name}`}
        className="shrink-0 rounded-chip text-label text-accent-text hover:underline"
      >
        Show path
      </AppLink>
    </li>
  )
}
