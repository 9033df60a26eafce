import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { LifecycleStage, StageUsage } from '@steward/contracts/lifecycle'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Field } from '../../../ui/field.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Select } from '../../../ui/select.tsx'
import { seriesClass } from '../../../ui/series.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { countText, groupUses } from '../delete/use-words.ts'
import { stageUsageQuery, useDeleteStage } from './stages.calls.ts'
import { useRemovalTold } from './use-removal-told.ts'

type DeleteStageDialogProps = {
  level: Level
  stage: LifecycleStage
  stages: readonly LifecycleStage[]
  onClose: () => void
}

const allOf = ({ live, churned, archived }: StageUsage['records']) => live + churned + archived

/** Why a stage cannot go; undefined for one that can. */
function hindranceOf(stage: LifecycleStage, stages: readonly LifecycleStage[]): string | undefined {
  if (stages.length < 2) return 'This is the last stage of its level. Add another one first.'
  if (!stage.isDefault) return undefined
  return `New records get “${stage.displayName}”. Make another stage the default first.`
}

/** Shows what would miss a stage and asks where its records go. */
export function DeleteStageDialog({ level, stage, stages, onClose }: DeleteStageDialogProps) {
  const { lifecycleStageId: id, displayName } = stage
  const [moveTo, setMoveTo] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const usage = useQuery(stageUsageQuery(id))
  const remove = useDeleteStage(level)
  const tell = useRemovalTold(level)
  const hindrance = hindranceOf(stage, stages)
  const count = usage.data ? allOf(usage.data.records) : 0
  const others = stages.filter((one) => one !== stage && !one.closing)

  async function submit() {
    try {
      const removal = await remove.mutateAsync({ id, moveTo: count > 0 ? moveTo : null })
      void tell(removal, displayName, others.find((one) => one.lifecycleStageId === moveTo)?.displayName)
      onClose()
    } catch (error) {
      if (!isSessionExpired(error)) setFailure(errorText(error))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Delete ${displayName}?`}
      description={
        hindrance ?? (count > 0 ? 'Choose where its records go. You can undo this.' : 'You can undo this.')
      }
      footer={
        <>
          <Button onClick={onClose}>{hindrance ? 'Close' : 'Cancel'}</Button>
          {!hindrance && (
            <Button
              variant="danger"
              disabled={!usage.data || (count > 0 && moveTo === null)}
              busy={remove.isPending}
              onClick={() => void submit()}
            >
              Delete stage
            </Button>
          )}
        </>
      }
    >
      {!hindrance && (
        <div className="flex flex-col gap-4">
          <Usage stageId={id} />
          {count > 0 && (
            <Field label={`Move ${countText(count, 'record')} to`} required>
              <Select
                value={moveTo}
                onChange={setMoveTo}
                placeholder="Choose a stage"
                options={others.map((one) => ({
                  value: one.lifecycleStageId,
                  label: one.displayName,
                  icon: <span className={`size-2 rounded-[2px] ${seriesClass(one.colour)}`} />,
                }))}
              />
            </Field>
          )}
          <FormAlert text={failure} />
        </div>
      )}
    </Dialog>
  )
}

/** What would miss the stage. */
function Usage({ stageId }: { stageId: number }) {
  const { data, error, refetch } = useQuery(stageUsageQuery(stageId))
  if (error) return <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (data) return <Uses usage={data} />
  return (
    <div role="status" className="flex flex-col gap-2.5 py-1">
      <span className="hidden-text">Checking usage</span>
      <Skeleton className="h-3 w-48" />
      <Skeleton className="h-3 w-64" />
    </div>
  )
}

function Uses({ usage }: { usage: StageUsage }) {
  const { records, uses } = usage
  const count = allOf(records)
  if (count === 0 && uses.length === 0) return <p className="text-2">Not used.</p>
  const parts = [
    ...(records.churned > 0 ? [`${numberText(records.churned)} churned`] : []),
    ...(records.archived > 0 ? [`${numberText(records.archived)} archived`] : []),
  ]
  return (
    <>
      <ul
        aria-label="Where it is used"
        className="flex flex-col divide-y divide-line rounded-card border border-line"
      >
        <li className="tabular px-3 py-2">
          <span className="font-medium">{countText(count, 'record')}</span>
          <span className="text-2">
            {' in this stage'}
            {parts.length > 0 && ` (${parts.join(', ')})`}
          </span>
        </li>
        {groupUses(uses).map(({ kind, count: times, uses: members }) => (
          <li key={kind} className="flex flex-col gap-0.5 px-3 py-2">
            <span className="tabular font-medium">{countText(times, kind)}</span>
            <span className="line-clamp-3 text-label text-2 wrap-anywhere">
              {members.map(({ name }) => name).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {uses.length > 0 && (
        <p className="text-label text-2">
          Filters that use this stage will match nothing, and what moves records to it will fail.
        </p>
      )}
    </>
  )
}
