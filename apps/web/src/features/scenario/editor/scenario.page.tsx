import { useEffect, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { levelOf } from '@steward/contracts/level'
import type { Scenario } from '@steward/contracts/scenario/scenario'
import { useCan } from '../../../api/can.ts'
import { NoPermission } from '../../../components/settings/no-permission.tsx'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { useRouteParam } from '../../../components/route-param.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { browserTimeZone } from '../../../components/time-zones.ts'
import { levelFieldsQuery } from '../../../entities/field/index.ts'
import { readerDay } from '../../../ui/day-text.ts'
import { RunPathView, UnloadedPage } from '../runs/run-path-view.tsx'
import { nodeTypesQuery, scenarioQuery } from '../scenario.calls.ts'
import { requestScenario } from '../scenario-requests.ts'
import { scenariosStep } from '../scenario-words.ts'
import { draftOfStarter, starterOf, type Starter } from '../starter.rules.ts'
import { draftOf, emptyDraft, type Draft } from './draft.rules.ts'
import { ScenarioEditor } from './scenario-editor.tsx'

/** A scenario: as it is edited, at work, or as one record went through it. */
export function ScenarioPage() {
  const id = useRouteParam('scenarioId')
  const may = useCan()
  if (!may('scenario.read')) {
    return (
      <PageFrame title="Scenario" route="scenario">
        <PageHeader title="Scenario" breadcrumb={[scenariosStep]} />
        <PageContent>
          <NoPermission what="scenarios" />
        </PageContent>
      </PageFrame>
    )
  }
  return <Readable id={id} />
}

function Readable({ id }: { id: string | undefined }) {
  const [search] = useSearchParams()
  // The scenario comes together with the types, not after them.
  useEffect(() => {
    if (id !== undefined) void requestScenario(Number(id))
  }, [id])
  // Every part of the page names the types of nodes.
  const types = useQuery(nodeTypesQuery)
  const run = search['run']
  if (!types.data) {
    return <UnloadedPage title="Scenario" error={types.error} onRetry={() => void types.refetch()} />
  }
  if (id === undefined) return <NewScenario />
  if (typeof run === 'number') return <RunPathView scenarioId={Number(id)} runId={run} />
  return <KnownScenario key={id} id={Number(id)} />
}

/** How often counts are asked for while a scenario is at work. Milliseconds. */
const pollEvery = 3000

function KnownScenario({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({
    ...scenarioQuery(id),
    refetchInterval: ({ state }) => (isAtWork(state.data) ? pollEvery : false),
  })
  if (!data) return <UnloadedPage title="Scenario" error={error} onRetry={() => void refetch()} />
  return <ScenarioEditor scenario={data} begun={draftOf(data)} restores />
}

const isAtWork = (scenario: Scenario | undefined): boolean =>
  scenario?.status === 'active' || scenario?.status === 'paused'

function NewScenario() {
  const [search] = useSearchParams()
  const starter = starterOf(search['starter'])
  if (starter) return <FromStarter key={starter.starter} starter={starter} />
  return <FromNothing />
}

function FromNothing() {
  const [begun] = useState<Draft>(() => emptyDraft('account', browserTimeZone()))
  return <ScenarioEditor scenario={undefined} begun={begun} restores />
}

/** A starter looks for the fields it needs, so these come first. */
function FromStarter({ starter }: { starter: Starter }) {
  const { data: fields, error, refetch } = useQuery(levelFieldsQuery(levelOf(starter.level)))
  const [place] = useState(() => ({ timeZone: browserTimeZone(), today: readerDay(new Date()) }))
  const begun = useMemo(
    () => fields && draftOfStarter(starter, { ...place, fields }),
    [fields, starter, place],
  )
  if (!begun) return <UnloadedPage title="New scenario" error={error} onRetry={() => void refetch()} />
  return <ScenarioEditor scenario={undefined} begun={begun} restores={false} />
}
