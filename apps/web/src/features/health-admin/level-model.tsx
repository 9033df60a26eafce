import { Suspense } from 'react'
import type { HealthMetric, HealthModelState } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import type { LifecycleStage } from '@steward/contracts/lifecycle'
import { useSearchParams } from '../../components/search-params.ts'
import { LeaveWarning } from '../../components/settings/leave-warning.tsx'
import { FormAlert } from '../../components/settings/form-alert.tsx'
import { Select } from '../../ui/select.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ColoursSection } from './colours/colours-section.tsx'
import { ConflictBanner } from './conflict-banner.tsx'
import { DraftBar } from './draft-bar.tsx'
import { MeasuresSection } from './measures/measures-section.tsx'
import type { ModelNames } from './model/compare.rules.ts'
import type { MeasureDraft, Scope } from './model/draft-model.rules.ts'
import { useModelDraft } from './model/use-model-draft.ts'
import { Sample } from './trial/sample.tsx'

const TrialDrawer = lazyPart(() => import('./trial/trial.drawer.tsx'), 'TrialDrawer')
const VersionsDrawer = lazyPart(() => import('./versions/versions.drawer.tsx'), 'VersionsDrawer')
const PublishDialog = lazyPart(() => import('./versions/publish.dialog.tsx'), 'PublishDialog')

type LevelModelProps = {
  level: Level
  state: HealthModelState
  metrics: readonly HealthMetric[]
  stages: readonly LifecycleStage[]
}

/** The draft of a level: measures at the left, colors and a sample at the right; what is laid over it is in the address. */
export function LevelModel({ level, state, metrics, stages }: LevelModelProps) {
  const [search, change] = useSearchParams()
  const draft = useModelDraft(state, metrics)
  const scope = scopeOf(search['stage'], stages)
  const names: ModelNames = {
    metrics,
    stages: new Map(stages.map(({ lifecycleStageId, displayName }) => [lifecycleStageId, displayName])),
  }
  const close = () => change({ show: undefined })
  const shown = search['show']
  return (
    <div className="@container">
      <LeaveWarning
        dirty={draft.isDirty}
        by="level"
        description="Your changes are not saved. They are still here when you come back in this window."
      />
      <DraftBar level={level} state={state} draft={draft} onShow={(what) => change({ show: what })} />
      <div className="flex flex-col gap-4 px-4 pt-4 pb-10">
        {draft.isConflict && <ConflictBanner state={state} draft={draft} names={names} />}
        {draft.otherProblems.map((problem) => (
          <FormAlert key={problem} text={problem} />
        ))}
        {stages.length > 0 && (
          <ScopePicker
            level={level}
            stages={stages}
            measures={draft.part.measures}
            value={scope}
            onChange={(stage) => change({ stage: stage ?? undefined }, { replace: true })}
          />
        )}
        <div className="grid items-start gap-x-8 gap-y-6 @4xl:grid-cols-[minmax(0,1fr)_23rem]">
          <MeasuresSection level={level} draft={draft} metrics={metrics} scope={scope} names={names} />
          <div className="flex min-w-0 flex-col gap-6">
            <ColoursSection level={level} draft={draft} scope={scope} />
            <Sample level={level} state={state} isDirty={draft.isDirty} />
          </div>
        </div>
      </div>
      <Suspense>
        {shown === 'try' && (
          <TrialDrawer level={level} state={state} isDirty={draft.isDirty} onClose={close} />
        )}
        {shown === 'versions' && <VersionsDrawer level={level} state={state} names={names} onClose={close} />}
        {shown === 'publish' && !draft.isDirty && state.changed && (
          <PublishDialog level={level} state={state} names={names} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

function scopeOf(text: unknown, stages: readonly LifecycleStage[]): Scope {
  return stages.find(({ lifecycleStageId }) => lifecycleStageId === Number(text))?.lifecycleStageId ?? null
}

type ScopePickerProps = {
  level: Level
  stages: readonly LifecycleStage[]
  measures: readonly MeasureDraft[]
  value: Scope
  onChange: (scope: Scope) => void
}

const everyRecord = 0

/** Whose measures and colors are shown: those for all records, or those of a stage. */
function ScopePicker({ level, stages, measures, value, onChange }: ScopePickerProps) {
  const counted = (stage: Scope) => {
    const count = measures.filter((measure) => measure.stage === stage).length
    return count === 1 ? '1 measure' : `${count || 'no'} measures`
  }
  const options = [
    { value: everyRecord, label: `All ${level.plural}`, detail: counted(null) },
    ...stages.map(({ lifecycleStageId, displayName }) => ({
      value: lifecycleStageId,
      label: displayName,
      detail: counted(lifecycleStageId),
    })),
  ]
  return (
    <div className="flex items-center gap-3">
      <span className="text-body font-medium" aria-hidden>
        For
      </span>
      <Select
        aria-label="For which records"
        className="w-72 max-w-full"
        value={value ?? everyRecord}
        options={options}
        onChange={(next) => onChange(next || null)}
      />
    </div>
  )
}
