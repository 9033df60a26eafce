import { useId, useState } from 'react'
import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { cx } from '../../../ui/cx.ts'
import { formatDay, readerDay } from '../../../ui/day-text.ts'
import { LaneHandle } from './lane-handle.tsx'
import { MoveDialog } from './move.dialog.tsx'
import { laneOf, type Lane, type LaneBar } from './plan-lane.rules.ts'

interface Asked {
  bar: LaneBar
  days: number
}

/** The milestones of a plan on a line of days, where they are dragged to others. The list below it says the same in words. */
export function PlanLane({ plan }: { plan: SuccessPlanDetail }) {
  const helpId = useId()
  const [today] = useState(() => readerDay(new Date()))
  const [asked, setAsked] = useState<Asked | null>(null)
  const lane = laneOf(plan, plan.items, today)
  if (!lane) return null
  return (
    <section aria-label="Timeline" className="rounded-card border border-line p-4">
      <ul className="flex flex-col">
        {lane.bars.map((bar) => (
          <li
            key={bar.itemId}
            className="grid grid-cols-1 items-center gap-x-4 py-1 min-[600px]:grid-cols-[minmax(0,2fr)_minmax(0,5fr)]"
          >
            <span className="min-w-0 py-0.5">
              <span className="block truncate text-label font-medium">{bar.name}</span>
              <span className="block truncate text-meta text-2">
                {bar.from === bar.to ? formatDay(bar.to) : `${formatDay(bar.from)} – ${formatDay(bar.to)}`}
                {bar.isCompleted && ' · completed'}
              </span>
            </span>
            <Track
              lane={lane}
              bar={bar}
              helpId={helpId}
              onMove={plan.mayEdit && !bar.isCompleted ? (days) => setAsked({ bar, days }) : undefined}
            />
          </li>
        ))}
        <li
          aria-hidden
          className="grid grid-cols-1 gap-x-4 min-[600px]:grid-cols-[minmax(0,2fr)_minmax(0,5fr)]"
        >
          <span className="max-[599px]:hidden" />
          <Scale lane={lane} />
        </li>
      </ul>
      <p id={helpId} className="hidden-text">
        Arrow keys move it by a day, with Shift by a week. Enter shows what moves with it.
      </p>
      {asked && (
        <MoveDialog
          planId={plan.successPlanId}
          itemId={asked.bar.itemId}
          name={asked.bar.name}
          days={asked.days}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

interface TrackProps {
  lane: Lane
  bar: LaneBar
  helpId: string
  /** Asks to move the milestone by days; absent where it can't be moved. */
  onMove: ((days: number) => void) | undefined
}

function Track({ lane, bar, helpId, onMove }: TrackProps) {
  const { left, width, isCompleted } = bar
  return (
    <span className="relative flex h-8 items-center">
      <span aria-hidden className="absolute inset-x-0 h-2 rounded-full bg-sunken" />
      {lane.today !== null && (
        <span
          aria-hidden
          className="absolute inset-y-1 border-l border-accent min-[600px]:-inset-y-2.5"
          style={{ left: `${lane.today}%` }}
        />
      )}
      {onMove ? (
        <LaneHandle lane={lane} bar={bar} helpId={helpId} onMove={onMove} />
      ) : (
        <span
          aria-hidden
          className={cx('absolute h-3 min-w-2 rounded-full', isCompleted ? 'bg-good-mark' : 'bg-accent')}
          style={{ left: `${Math.min(left, 99)}%`, width: `${width}%` }}
        />
      )}
    </span>
  )
}

/** The first day, the present one, and the last. */
function Scale({ lane: { from, to, today } }: { lane: Lane }) {
  const isInside = today !== null && today > 12 && today < 88
  return (
    <span className="tabular relative mt-1 flex justify-between text-meta text-2">
      <span>{formatDay(from)}</span>
      {isInside && (
        <span className="absolute -translate-x-1/2 text-accent-text" style={{ left: `${today}%` }}>
          Today
        </span>
      )}
      <span>{formatDay(to)}</span>
    </span>
  )
}
