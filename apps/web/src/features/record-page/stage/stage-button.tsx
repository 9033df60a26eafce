import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { stageHistoryQuery } from '../../../entities/record/index.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { StageChip } from '../../../entities/stage/index.ts'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { readOnlyReason } from '../fields/read-only-reason.ts'
import { daysText } from './days-text.ts'

const stageField = 'system:lifecycleStageId'

const StageHistory = lazyPart(() => import('./stage-history.tsx'), 'StageHistory')

/** The stage that a record is in and for how long; pressed, it offers the others, and shows those before. */
export function StageButton({ name }: { name: string }) {
  const { level, id, record, fields, lookups, mayEdit, saving } = useRecordScreen()
  const { lifecycleStageId } = record.globalFields
  const { data } = useQuery(stageHistoryQuery(level, id, lifecycleStageId))
  const history = useAnchor('dialog')
  const stage = lookups.stages.find((each) => each.lifecycleStageId === lifecycleStageId)
  const [present] = data ?? []
  const field = fields.find((each) => each.name === stageField)
  const move =
    mayEdit && field && readOnlyReason(level, record, field) === undefined
      ? (stageId: number) => saving.save(field, stageId, record.version)
      : undefined
  return (
    <>
      <button
        type="button"
        {...history.button}
        data-tooltip={present ? `${name} for ${daysText(present.days)}` : undefined}
        className="group flex min-w-0 items-center gap-1.5 rounded-chip"
      >
        <span className="hidden-text">Stage: </span>
        <StageChip name={name} colour={stage?.colour} />
        {present && (
          <span className="tabular text-label whitespace-nowrap text-2 group-hover:underline">
            <span className="hidden-text">for </span>
            {daysText(present.days)}
          </span>
        )}
      </button>
      {history.used && (
        <Suspense>
          <StageHistory
            anchor={history.anchor}
            stays={data ?? []}
            stages={lookups.stages}
            presentId={lifecycleStageId}
            onMove={move}
            onClose={history.close}
          />
        </Suspense>
      )}
    </>
  )
}
