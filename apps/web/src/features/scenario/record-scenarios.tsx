import { useQuery } from '@tanstack/react-query'
import type { ScenarioRun } from '@steward/contracts/scenario/run'
import { errorPanelProps } from '../../api/error-text.ts'
import { AppLink } from '../../components/app-link.tsx'
import { momentText } from '../../components/moment-text.ts'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useTypeLabels } from './editor/node-picker.tsx'
import { recordRunsQuery } from './scenario.calls.ts'
import { runTones, runWords } from './scenario-words.ts'

/** The scenarios that a record was or is in. */
export function RecordScenarios() {
  const { level, id, record } = useRecordScreen()
  const { data, error, refetch } = useQuery(recordRunsQuery(level.name, id))
  const labelOf = useTypeLabels()
  if (!data) {
    return error ? (
      <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="m-6 h-32" />
    )
  }
  if (data.length === 0) {
    return (
      <EmptyState kind="nothing" title="No scenarios yet">
        Here you see which scenarios {record.globalFields.name} went through, and what they did.
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Scenarios" className="divide-y divide-line border-b border-line">
      {data.map((run) => (
        <RunRow key={run.runId} run={run} nodeLabel={labelOf(run.nodeType)} />
      ))}
    </ul>
  )
}

function whereText({ state, wakesAt, endedAt, enteredAt }: ScenarioRun, nodeLabel: string): string {
  const entered = `Entered ${momentText(enteredAt)}`
  if (endedAt) return `${entered} · left ${momentText(endedAt)}`
  if (state === 'waiting' && wakesAt) return `${entered} · waits until ${momentText(wakesAt)}`
  return `${entered} · at ${nodeLabel}`
}

function RunRow({ run, nodeLabel }: { run: ScenarioRun; nodeLabel: string }) {
  const { scenarioId, runId, name, state } = run
  return (
    <li className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-hover md:px-6">
      <div className="min-w-0 flex-1">
        <AppLink
          to={paths.scenarioRun(scenarioId, runId)}
          className="block max-w-full truncate rounded-chip font-medium after:absolute after:inset-0 hover:underline"
        >
          {name}
        </AppLink>
        <p className="truncate text-label text-2">{whereText(run, nodeLabel)}</p>
      </div>
      <Badge tone={runTones[state]}>{runWords[state]}</Badge>
    </li>
  )
}
