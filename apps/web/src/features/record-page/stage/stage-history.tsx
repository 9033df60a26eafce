import type { StageStay } from '@steward/contracts/stage-history'
import { exactText } from '../../../components/time-text.ts'
import { StageChip } from '../../../entities/stage/index.ts'
import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { formatDay, readerDay } from '../../../ui/day-text.ts'
import { seriesClass } from '../../../ui/series.ts'
import { daysText } from './days-text.ts'

type StageHistoryProps = { anchor: Element | null; stays: readonly StageStay[]; onClose: () => void }

/** The stages that a record has been in, the present one first: since when, for how long, and by whom. */
export function StageHistory({ anchor, stays, onClose }: StageHistoryProps) {
  const longest = Math.max(1, ...stays.map(({ days }) => days))
  return (
    <AnchoredPopover
      anchor={anchor}
      label="Stage history"
      onClose={onClose}
      className="flex max-h-(--available-height) w-88 max-w-(--available-width) flex-col gap-2 overflow-y-auto p-3"
    >
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
