import { Suspense, useState } from 'react'
import { IconDots } from '@tabler/icons-react'
import type { LifecycleStage } from '@steward/contracts/lifecycle'
import { DragHandle } from '../../../components/order/drag-handle.tsx'
import { dropEdge, type useDragOrder } from '../../../components/order/use-drag-order.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { numberText } from '../../../ui/reader.ts'
import { seriesClass } from '../../../ui/series.ts'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { RemovalProgress } from './removal-progress.tsx'
import { StageNameField } from './stage-name-field.tsx'
import type { StageActs } from './use-stage-acts.ts'

const StageMenu = lazyPart(() => import('./stage-menu.tsx'), 'StageMenu')
const StageColours = lazyPart(() => import('./stage-menu.tsx'), 'StageColours')

const plain = 'flex size-7 shrink-0 items-center justify-center rounded-control hover:bg-line'

type StageRowProps = {
  stage: LifecycleStage
  stages: readonly LifecycleStage[]
  drag: ReturnType<ReturnType<typeof useDragOrder>>
  acts: StageActs
  onMove: (by: 1 | -1) => void
  onDelete: () => void
}

/** One stage: its grip, color, name, how many records are in it, and its menu. */
export function StageRow({ stage, stages, drag, acts, onMove, onDelete }: StageRowProps) {
  const { lifecycleStageId, displayName, colour, isDefault, closing } = stage
  const [isRenaming, setRenaming] = useState(false)
  const menu = useAnchor('menu')
  const colours = useAnchor('dialog')
  return (
    <li
      {...drag.row}
      className={cx(
        'flex min-h-11 items-center gap-2 border-b border-line py-1 pr-2 pl-1.5 last:border-b-0 hover:bg-hover',
        dropEdge,
      )}
    >
      <DragHandle name={displayName} dragging={drag.handle} onMove={onMove} />
      <button
        type="button"
        {...colours.button}
        disabled={closing}
        aria-label={`Color of ${displayName}`}
        data-tooltip="Change the color"
        className={plain}
      >
        <span aria-hidden className={cx('size-3 rounded-[3px]', seriesClass(colour))} />
      </button>
      {isRenaming ? (
        <StageNameField
          stage={stage}
          stages={stages}
          onSave={(name) => acts.rename(stage, name)}
          onClose={() => setRenaming(false)}
        />
      ) : (
        <>
          <button
            type="button"
            disabled={closing}
            data-stage-name={lifecycleStageId}
            aria-label={`Rename ${displayName}`}
            onClick={() => setRenaming(true)}
            className="min-w-0 truncate rounded-chip px-1 text-left font-medium not-disabled:cursor-text not-disabled:hover:bg-line disabled:text-3"
          >
            {displayName}
          </button>
          {isDefault && <Badge tone="accent">Default</Badge>}
          <span className="flex-1" />
          {closing ? <RemovalProgress stageId={lifecycleStageId} /> : <Counts stage={stage} />}
        </>
      )}
      {!closing && (
        <button
          type="button"
          {...menu.button}
          aria-label={`Actions for ${displayName}`}
          className={cx(plain, 'text-3 hover:text-1')}
        >
          <IconDots size={16} aria-hidden />
        </button>
      )}
      {(menu.used || colours.used) && (
        <Suspense>
          <StageMenu
            anchor={menu.anchor}
            onClose={menu.close}
            isDefault={isDefault}
            onRename={() => setRenaming(true)}
            onDefault={() =>
              void acts.setDefault(
                stage,
                stages.find((one) => one.isDefault),
              )
            }
            onDelete={onDelete}
          />
          <StageColours
            anchor={colours.anchor}
            stage={stage}
            onPick={(next) => void acts.colour(stage, next)}
            onClose={colours.close}
          />
        </Suspense>
      )}
    </li>
  )
}

/** How many records are in the stage; archived and churned ones beside them. */
function Counts({ stage: { records } }: { stage: LifecycleStage }) {
  if (!records) return null
  const { live, churned, archived } = records
  const others = [
    ...(churned > 0 ? [`${numberText(churned)} churned`] : []),
    ...(archived > 0 ? [`${numberText(archived)} archived`] : []),
  ]
  return (
    <span className="tabular shrink-0 text-right text-label text-2">
      {numberText(live)} {live === 1 ? 'record' : 'records'}
      {others.length > 0 && <span className="text-3 max-sm:hidden"> · {others.join(' · ')}</span>}
    </span>
  )
}
