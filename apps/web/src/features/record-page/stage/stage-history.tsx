import { IconCheck } from '@tabler/icons-react'
import type { LifecycleStage } from '@steward/contracts/lifecycle'
import type { StageStay } from '@steward/contracts/stage-history'
import { exactText } from '../../../components/time-text.ts'
import { StageChip } from '../../../entities/stage/index.ts'
import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { formatDay, readerDay } from '../../../ui/day-text.ts'
import { seriesClass } from '../../../ui/series.ts'
import { daysText } from './days-text.ts'

type StageHistoryProps = {
  anchor: Element | null
  stays: readonly StageStay[]
  stages: readonly LifecycleStage[]
  presentId: number | null
  /** Left out where the user may not move the record. */
  onMove: ((stageId: number) => void) | undefined
  onClose: () => void
}

/**
 * The stages that a record can move to, and those that it has been in, the present one first: since when, for how
 * long, and by whom.
 */
export function StageHistory(props: StageHistoryProps) {
  const { anchor, stays, stages, presentId, onMove, onClose } = props
  const longest = Math.max(1, ...stays.map(({ days }) => days))
  return (
    <AnchoredPopover
      anchor={anchor}
      label="Stage"
      onClose={onClose}
      className="flex max-h-(--available-height) w-88 max-w-(--available-width) flex-col gap-2 overflow-y-auto p-3"
    >
      {onMove && (
        <ul aria-label="Move to stage" className="flex flex-col border-b border-line pb-2">
          {stages.map(({ lifecycleStageId: id, displayName, colour }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === presentId ? 'true' : undefined}
                className="flex h-8 w-full items-center gap-2 rounded-control px-1.5 text-left hover:bg-raised-hover"
                onClick={() => {
                  if (id !== presentId) onMove(id)
                  onClose()
                }}
              >
                <StageChip name={displayName} colour={colour} />
                {id === presentId && (
                  <IconCheck size={16} className="ml-auto shrink-0 text-accent-text" aria-hidden />
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      <h2 className="text-title font-semibold">Stage history</h2>
      <ol aria-label="Stages" className="flex flex-col gap-3">
        {stays.map((stay) => (
          <Stay key={`${stay.enteredAt}-${stay.stage.lifecycleStageId}`} stay={stay} longest={longest} />
        ))}
      </ol>
    </AnchoredPopover>
  )
}

const dayText = (at: string) => formatDay(readerDay(new Date(at)))

function Stay({ stay, longest }: { stay: StageStay; longest: number }) {
  const { stage, enteredAt, leftAt, days, by } = stay
  const first = dayText(enteredAt)
  const last = leftAt ? dayText(leftAt) : 'now'
  return (
    <li className="flex flex-col gap-1">
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1">
          <StageChip name={stage.displayName} colour={stage.colour} />
        </span>
        <span className="tabular text-label font-medium">{daysText(days)}</span>
      </span>
      <span aria-hidden className="h-1 rounded-full bg-line">
        <span
          className={`block h-1 rounded-full ${leftAt ? 'bg-edge' : seriesClass(stage.colour)}`}
          style={{ width: `${Math.max(2, (days / longest) * 100)}%` }}
        />
      </span>
      <span className="text-label text-2">
        <span data-tooltip={exactText(enteredAt)}>{first}</span>
        {last === first ? '' : ` – ${last}`} · by {by.name}
      </span>
    </li>
  )
}
