import { useQuery } from '@tanstack/react-query'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { Rehearsal } from '@steward/contracts/scenario/rehearsal'
import type { Scenario } from '@steward/contracts/scenario/scenario'
import { useCan } from '../../../api/can.ts'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { useRouteParam } from '../../../components/route-param.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { UnloadedPage } from '../runs/run-path-view.tsx'
import { scenarioQuery, useScenarioAct } from '../scenario.calls.ts'
import { rehearsalQuery, startRehearsal } from './rehearsal.calls.ts'
import { scenariosStep } from '../scenario-words.ts'
import { RehearsalNumbers } from './rehearsal-numbers.tsx'
import { RehearsedList } from './rehearsed-list.tsx'
import { RehearsedPathView } from './rehearsed-path-view.tsx'

/** What a scenario would have done in the last days, before anyone activates it. */
export function RehearsalPage() {
  const id = Number(useRouteParam('scenarioId'))
  const [search] = useSearchParams()
  const scenario = useQuery(scenarioQuery(id))
  const rehearsal = useQuery(rehearsalQuery(id))
  if (!scenario.data || rehearsal.data === undefined) {
    const error = scenario.error ?? rehearsal.error
    return (
      <UnloadedPage
        title="Rehearsal"
        error={error}
        onRetry={() => void Promise.all([scenario.refetch(), rehearsal.refetch()])}
      />
    )
  }
  const record = search['record']
  if (rehearsal.data && typeof record === 'number') {
    return <RehearsedPathView scenario={scenario.data} rehearsal={rehearsal.data} recordId={record} />
  }
  return <Overview scenario={scenario.data} rehearsal={rehearsal.data} />
}

function Overview({ scenario, rehearsal }: { scenario: Scenario; rehearsal: Rehearsal | null }) {
  const may = useCan()
  const { scenarioId, formData } = scenario
  const start = useScenarioAct(startRehearsal)
  const isRunning = rehearsal?.state === 'running'
  const button = may('scenario.edit') && (
    <Button
      size="sm"
      variant="primary"
      icon={<IconPlayerPlay aria-hidden />}
      busy={start.isPending || isRunning}
      onClick={() => start.mutate(scenarioId)}
    >
      {rehearsal ? 'Rehearse again' : 'Rehearse'}
    </Button>
  )
  return (
    <PageFrame title={`Rehearsal of ${formData.name}`} route="rehearsal">
      <PageHeader
        title="Rehearsal"
        breadcrumb={[scenariosStep, { label: formData.name, to: paths.scenario(scenarioId) }]}
      >
        {rehearsal && button}
      </PageHeader>
      <PageContent>
        {rehearsal ? (
          <Outcome scenario={scenario} rehearsal={rehearsal} />
        ) : (
          <EmptyState kind="nothing" title="Not rehearsed yet" action={button || undefined}>
            A rehearsal replays the last 90 days for all {formData.level}s and shows what this scenario would
            have done. It changes nothing.
          </EmptyState>
        )}
      </PageContent>
    </PageFrame>
  )
}

function Outcome({ scenario, rehearsal }: { scenario: Scenario; rehearsal: Rehearsal }) {
  const { state, done, total } = rehearsal
  if (state === 'running') {
    return (
      <div className="flex max-w-xl flex-col gap-2 p-6">
        <p role="status">
          Replaying the last {rehearsal.days} days: {done.toLocaleString()} of {total.toLocaleString()}{' '}
          records
        </p>
        <ProgressBar label="Rehearsal" value={done} max={Math.max(total, 1)} />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-6 p-4 md:p-6">
      {state === 'failed' && (
        <p role="alert" className="rounded-control bg-poor-soft px-3 py-2 text-poor">
          The rehearsal failed. Rehearse again.
        </p>
      )}
      {state === 'outdated' && (
        <p role="status" className="rounded-control bg-average-soft px-3 py-2 text-average">
          The scenario was saved since. These numbers are about version {rehearsal.version}.
        </p>
      )}
      <RehearsalNumbers scenario={scenario} rehearsal={rehearsal} />
      <RehearsedList scenario={scenario} rehearsal={rehearsal} />
    </div>
  )
}
