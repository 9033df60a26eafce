import { useInfiniteQuery } from '@tanstack/react-query'
import type { RecordRun } from '@steward/contracts/scenario/path'
import { errorPanelProps } from '../../api/error-text.ts'
import { AppLink } from '../../components/app-link.tsx'
import { momentText } from '../../components/moment-text.ts'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { counted } from './node/words.ts'
import { recordRunsQuery } from './scenario.calls.ts'
import { SubscriptionLine } from './runs/subscription-line.tsx'
import { runTones, runWords } from './scenario-words.ts'

/** The scenarios that a record was or is in, and what they did. */
export function RecordScenarios() {
  const { id, level } = useRecordScreen()
  return (
    <>
      {level.name === 'contact' && <SubscriptionLine contactId={id} />}
      <RunList />
    </>
  )
}

function RunList() {
  const { id, record } = useRecordScreen()
  const list = useInfiniteQuery(recordRunsQuery(id))
  const runs = list.data?.pages.flatMap(({ data }) => data)
  if (!runs) {
    return list.error ? (
      <ErrorPanel {...errorPanelProps(list.error)} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton className="m-6 h-32" />
    )
  }
  if (runs.length === 0) {
    return (
      <EmptyState kind="nothing" title="No scenarios yet">
        Here you see which scenarios {record.globalFields.name} went through, and what they did.
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Scenarios" className="divide-y divide-line border-b border-line">
        {runs.map((run) => (
          <RunRow key={run.runId} run={run} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="p-4">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

function whereText({ wakesAt, endedAt, enteredAt, actions }: RecordRun): string {
  const parts = [`Entered ${momentText(enteredAt)}`]
  if (endedAt) parts.push(`left ${momentText(endedAt)}`)
  else if (wakesAt) parts.push(`waits until ${momentText(wakesAt)}`)
  return [...parts, counted(actions, 'change')].join(' · ')
}

function RunRow({ run }: { run: RecordRun }) {
  const { scenarioId, runId, scenario, status } = run
  return (
    <li className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-hover md:px-6">
      <div className="min-w-0 flex-1">
        <AppLink
          to={paths.scenarioRun(scenarioId, runId)}
          className="block max-w-full truncate rounded-chip font-medium after:absolute after:inset-0 hover:underline"
        >
          {scenario}
        </AppLink>
        <p className="truncate text-label text-2">{whereText(run)}</p>
      </div>
      <Badge tone={runTones[status]}>{runWords[status]}</Badge>
    </li>
  )
}
