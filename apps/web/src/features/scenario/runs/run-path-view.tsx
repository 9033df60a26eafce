import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { LevelName } from '@steward/contracts/level'
import { errorPanelProps } from '../../../api/error-text.ts'
import { momentText } from '../../../components/moment-text.ts'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { nodesOf } from '../editor/draft.rules.ts'
import { runPathQuery, scenarioQuery } from '../scenario.calls.ts'
import { runTones, runWords, scenariosStep } from '../scenario-words.ts'
import { PathPage } from './path-page.tsx'

/** The frame of a page whose data is not there yet, or does not come. */
export function UnloadedPage({
  title,
  error,
  onRetry,
}: {
  title: string
  error: Error | null
  onRetry: () => void
}) {
  return (
    <PageFrame title={title} route="scenario">
      <PageHeader title={title} breadcrumb={[scenariosStep]} />
      <PageContent>
        {error ? (
          <ErrorPanel {...errorPanelProps(error)} onRetry={onRetry} />
        ) : (
          <Skeleton className="m-6 h-64" />
        )}
      </PageContent>
    </PageFrame>
  )
}

/** The way of a record through a scenario, drawn on the version that it is in. */
export function RunPathView({ scenarioId, runId }: { scenarioId: number; runId: number }) {
  const path = useQuery(runPathQuery(runId))
  const scenario = useQuery(scenarioQuery(scenarioId))
  const nodes = useMemo(() => nodesOf(path.data?.nodes ?? []), [path.data])
  if (!path.data || !scenario.data) {
    const error = path.error ?? scenario.error
    return <UnloadedPage title="Path" error={error} onRetry={() => void path.refetch()} />
  }
  const { record, steps, status, version, enteredAt } = path.data
  const { name, level } = scenario.data.formData
  return (
    <PathPage
      scenario={{ id: scenarioId, name, level: level as LevelName }}
      record={record}
      nodes={nodes}
      steps={steps}
      aside={<Badge tone={runTones[status]}>{runWords[status]}</Badge>}
      when={
        <span className="truncate">
          Entered {momentText(enteredAt)} · Version {version}
        </span>
      }
    />
  )
}
