import { Suspense, useState } from 'react'
import type { Level } from '@steward/contracts/level'
import type { LifecycleStage } from '@steward/contracts/lifecycle'
import { moveBeside, moveBy } from '../../../components/data-table/reorder.ts'
import { placeText, useAnnouncer } from '../../../components/order/announcer.tsx'
import { useDragOrder } from '../../../components/order/use-drag-order.ts'
import { StageRow } from './stage-row.tsx'
import { useStageActs } from './use-stage-acts.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const DeleteStageDialog = lazyPart(() => import('./delete-stage.dialog.tsx'), 'DeleteStageDialog')

type StageListProps = { level: Level; stages: readonly LifecycleStage[] }

/** The stages in their order: dragged, or moved by Alt and the arrow keys, renamed and colored in place. */
export function StageList({ level, stages }: StageListProps) {
  const [deleting, setDeleting] = useState<number>()
  const [live, announce] = useAnnouncer()
  const acts = useStageActs(level)
  const ids = stages.map(({ lifecycleStageId }) => String(lifecycleStageId))
  const doomed = stages.find(({ lifecycleStageId }) => lifecycleStageId === deleting)

  function put(next: readonly string[], moved: string) {
    const stage = stages.find(({ lifecycleStageId }) => String(lifecycleStageId) === moved)
    if (!stage || next.join() === ids.join()) return
    const at = next.indexOf(moved)
    announce(placeText(stage.displayName, at, next.length))
    void acts.reorder(stage, at + 1, ids.indexOf(moved) + 1)
  }

  const dragged = useDragOrder((moved, target, side) => put(moveBeside(ids, moved, target, side), moved))
  return (
    <>
      <ol aria-label="Lifecycle stages" className="rounded-card border border-line bg-surface">
        {stages.map((stage) => {
          const id = String(stage.lifecycleStageId)
          return (
            <StageRow
              key={id}
              stage={stage}
              stages={stages}
              drag={dragged(id)}
              acts={acts}
              onMove={(by) => put(moveBy(ids, id, by), id)}
              onDelete={() => setDeleting(stage.lifecycleStageId)}
            />
          )
        })}
      </ol>
      {live}
      {doomed && (
        <Suspense>
          <DeleteStageDialog
            level={level}
            stage={doomed}
            stages={stages}
            onClose={() => setDeleting(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
