import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { LevelName } from '@steward/contracts/level'
import type { Rehearsal } from '@steward/contracts/scenario/rehearsal'
import type { Scenario } from '@steward/contracts/scenario/scenario'
import { AppLink } from '../../../components/app-link.tsx'
import { momentText } from '../../../components/moment-text.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Select } from '../../../ui/select.tsx'
import { draftOf } from '../editor/draft.rules.ts'
import { PathPage } from '../runs/path-page.tsx'
import { UnloadedPage } from '../runs/run-path-view.tsx'
import { rehearsedPathQuery } from './rehearsal.calls.ts'

type RehearsedPathViewProps = { scenario: Scenario; rehearsal: Rehearsal; recordId: number }

const noSteps: readonly never[] = []

/** The way that a record would have taken; where it would have entered several times, one of them. */
export function RehearsedPathView({ scenario, rehearsal, recordId }: RehearsedPathViewProps) {
  const { scenarioId, formData } = scenario
  const { data, error, refetch } = useQuery(rehearsedPathQuery(scenarioId, rehearsal.rehearsalId, recordId))
  const [chosen, setChosen] = useState(0)
  const { nodes } = useMemo(() => draftOf(scenario), [scenario])
  if (!data) return <UnloadedPage title="Path" error={error} onRetry={() => void refetch()} />
  const runs = data.runs.map(({ enteredAt }, at) => ({ value: at, label: `Enters ${momentText(enteredAt)}` }))
  return (
    <PathPage
      scenario={{ id: scenarioId, name: formData.name, level: formData.level as LevelName }}
      record={data.record}
      nodes={nodes}
      steps={data.runs[chosen]?.steps ?? noSteps}
      aside={<Badge tone="info">Rehearsal</Badge>}
      when={
        <>
          {runs.length > 1 ? (
            <Select<number>
              aria-label="Entry"
              size="sm"
              className="w-64"
              value={chosen}
              options={runs}
              onChange={(next) => next !== null && setChosen(next)}
            />
          ) : (
            <span className="truncate">{runs[0]?.label ?? 'It would not have entered.'}</span>
          )}
          <AppLink to={paths.rehearsal(scenarioId)} className="rounded-chip text-accent-text hover:underline">
            All actions
          </AppLink>
        </>
      }
    />
  )
}
