import { useQuery } from '@tanstack/react-query'
import { findLevel, levelOf, levels, type Level, type LevelName } from '@steward/contracts/level'
import { errorPanelProps } from '../../api/error-text.ts'
import { stagesQuery } from '../../entities/stage/index.ts'
import { levelTitle } from '../../entities/level/index.ts'
import { PageContent } from '../../components/page-frame.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { metricsQuery, modelQuery } from './health-admin.calls.ts'
import { LevelModel } from './level-model.tsx'

const title = 'Health scores'

const tabs = levels.map((level) => ({ value: level.name, label: levelTitle(level) }))

/** By what the records of each level are scored: measures, colors, trying, publishing. */
export function HealthSettingsPage() {
  const [search, change] = useSearchParams()
  const level = findLevel(String(search['level'] ?? '')) ?? levelOf('account')
  return (
    <SettingsPage
      title={title}
      route="health-settings"
      permission="health.administer"
      what="the health settings"
      layout="parts"
    >
      <Tabs<LevelName>
        label="Levels"
        value={level.name}
        tabs={tabs}
        className="flex-1"
        onChange={(next) => change({ level: next, stage: undefined, show: undefined })}
      >
        <PageContent className="h-full">
          <LoadedLevel key={level.name} level={level} />
        </PageContent>
      </Tabs>
    </SettingsPage>
  )
}

function LoadedLevel({ level }: { level: Level }) {
  const model = useQuery(modelQuery(level))
  const metrics = useQuery(metricsQuery(level))
  const stages = useQuery({ ...stagesQuery(level), enabled: level.id !== 4 })
  const error = model.error ?? metrics.error ?? stages.error
  const areStagesThere = level.id === 4 || stages.data
  if (model.data && metrics.data && areStagesThere) {
    return <LevelModel level={level} state={model.data} metrics={metrics.data} stages={stages.data ?? []} />
  }
  if (!error) {
    return (
      <div className="flex flex-col gap-4 px-4 py-5" aria-busy="true">
        <Skeleton className="h-8 w-96 max-w-full" />
        {['a', 'b', 'c', 'd'].map((bar) => (
          <Skeleton key={bar} className="h-14 w-full max-w-180" />
        ))}
      </div>
    )
  }
  const retry = () =>
    void Promise.all([model.refetch(), metrics.refetch(), level.id !== 4 && stages.refetch()])
  return <ErrorPanel {...errorPanelProps(error)} onRetry={retry} />
}
