import { useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { healthLimits, type HealthMetric } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import { moveBeside, moveBy } from '../../../components/data-table/reorder.ts'
import { placeText, useAnnouncer } from '../../../components/order/announcer.tsx'
import { useDragOrder } from '../../../components/order/use-drag-order.ts'
import { SettingsSection } from '../../../components/settings/section-state.tsx'
import { Button } from '../../../ui/button.tsx'
import type { ModelNames } from '../model/compare.rules.ts'
import { copyFor, measureDraft, shareOf, type MeasureDraft, type Scope } from '../model/draft-model.rules.ts'
import { countOf } from '../model/problems.rules.ts'
import type { ModelDraft } from '../model/use-model-draft.ts'
import { Groups } from './groups.tsx'
import { MeasureCard } from './measure-card.tsx'
import { NoMeasures } from './no-measures.tsx'
import { SourceFields } from './source-fields.tsx'

type MeasuresSectionProps = {
  level: Level
  draft: ModelDraft
  metrics: readonly HealthMetric[]
  scope: Scope
  names: ModelNames
}

/** The measures of a scope in their order, with their groups; an organization may take the score of its accounts first. */
export function MeasuresSection({ level, draft, metrics, scope, names }: MeasuresSectionProps) {
  const { part, setPart, problems } = draft
  const [openKey, setOpenKey] = useState<string | null>(null)
  // What was just added is not marked until its form was closed once.
  const [freshKey, setFreshKey] = useState<string | null>(null)
  const [live, announce] = useAnnouncer()
  const shown = part.measures.filter(({ stage }) => stage === scope)
  const keys = shown.map(({ key }) => key)
  const setMeasures = (measures: readonly MeasureDraft[]) => setPart({ ...part, measures })
  const isFull = part.measures.length >= healthLimits.measures

  /** The others keep their places; those that are shown are in the new order. */
  function order(next: readonly string[]) {
    const left = [...next]
    const byKey = new Map(shown.map((measure) => [measure.key, measure]))
    setMeasures(
      part.measures.map((measure) => (measure.stage === scope ? byKey.get(left.shift()!)! : measure)),
    )
  }

  const dragged = useDragOrder((moved, target, side) => order(moveBeside(keys, moved, target, side)))

  function move(measure: MeasureDraft, by: 1 | -1) {
    const next = moveBy(keys, measure.key, by)
    order(next)
    announce(placeText(measure.name || 'New measure', next.indexOf(measure.key), next.length))
  }

  function add() {
    const measure = measureDraft(scope)
    setMeasures([...part.measures, measure])
    setOpenKey(measure.key)
    setFreshKey(measure.key)
  }

  const isFromAccounts = part.source.from === 'accounts'
  return (
    <SettingsSection
      title="Measures"
      state={draft.measuresState}
      busy={draft.isBusy}
      problem={problemText(Object.keys(problems), freshKey)}
      onSave={() => void draft.save('measures')}
      onCancel={() => draft.cancel('measures')}
      actions={
        <Button size="sm" icon={<IconPlus aria-hidden />} disabled={isFull} onClick={add}>
          Add measure
        </Button>
      }
    >
      <div className="flex flex-col gap-3 pt-4">
        {level.id === 1 && (
          <SourceFields source={part.source} onChange={(source) => setPart({ ...part, source })} />
        )}
        {isFromAccounts && (
          <p className="text-label text-2">
            These measures score organizations none of whose accounts has a score.
          </p>
        )}
        {shown.length === 0 && (
          <NoMeasures
            level={level}
            stage={scope === null ? null : (names.stages.get(scope) ?? '')}
            canCopy={scope !== null && part.measures.some(({ stage }) => stage === null)}
            onCopy={() =>
              setMeasures([
                ...part.measures,
                ...part.measures.filter(({ stage }) => stage === null).map((each) => copyFor(scope, each)),
              ])
            }
            onAdd={add}
          />
        )}
        {scope !== null && shown.length > 0 && (
          <p className="text-label text-2">
            {`${level.plural[0]!.toUpperCase()}${level.plural.slice(1)} in ${names.stages.get(scope)} are scored only by these measures.`}
          </p>
        )}
        <ol aria-label="Measures" className="flex flex-col gap-2">
          {shown.map((measure) => (
            <MeasureCard
              key={measure.key}
              measure={measure}
              metrics={metrics}
              groups={part.groups}
              share={shareOf(measure, part)}
              problems={measure.key === freshKey ? noProblems : problems}
              problemCount={measure.key === freshKey ? 0 : countOf(problems, measure.key)}
              isOpen={openKey === measure.key}
              onOpen={(open) => {
                setOpenKey(open ? measure.key : null)
                setFreshKey(null)
              }}
              drag={dragged(measure.key)}
              onMove={(by) => move(measure, by)}
              onChange={(change) =>
                setMeasures(part.measures.map((each) => (each === measure ? { ...each, ...change } : each)))
              }
              onRemove={() => setMeasures(part.measures.filter((each) => each !== measure))}
            />
          ))}
        </ol>
        <Groups part={part} problems={problems} onChange={setPart} />
        {live}
      </div>
    </SettingsSection>
  )
}

const noProblems = {}

/** What keeps the section from being saved. */
function problemText(paths: readonly string[], freshKey: string | null): string {
  const isOnlyFresh = freshKey !== null && paths.every((path) => path.startsWith(`${freshKey}.`))
  return isOnlyFresh ? 'Complete the new measure.' : 'Fix the items marked below.'
}
