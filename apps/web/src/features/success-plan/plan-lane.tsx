import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { formatDay, readerDay } from '../../ui/day-text.ts'
import { laneOf } from './plan-lane.rules.ts'

/** The milestones of a plan on a line of days. The list below it says the same in words. */
export function PlanLane({ plan }: { plan: SuccessPlanDetail }) {
  const [today] = useState(() => readerDay(new Date()))
  const lane = laneOf(plan, plan.items, today)
  if (!lane) return null
  return (
    <section aria-label="Timeline" className="rounded-card border border-line p-4">
      <ul className="relative flex flex-col gap-1.5">
        {lane.today !== null && (
          <li
            aria-hidden
            className="absolute inset-y-0 border-l border-accent"
            style={{ left: `${lane.today}%` }}
          />
        )}
        {lane.bars.map(({ itemId, name, from, to, left, width, isCompleted }) => (
          <li key={itemId} className="flex flex-col gap-0.5">
            <span className="truncate text-label">
              {name}{' '}
              <span className="text-2">
                {from === to ? formatDay(to) : `${formatDay(from)} – ${formatDay(to)}`}
                {isCompleted && ' · completed'}
              </span>
            </span>
            <span aria-hidden className="relative h-2 rounded-full bg-sunken">
              <span
                className={cx(
                  'absolute h-2 min-w-2 rounded-full',
                  isCompleted ? 'bg-good-mark' : 'bg-accent',
                )}
                style={{ left: `${Math.min(left, 99)}%`, width: `${width}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
      <p className="tabular mt-2 flex justify-between text-meta text-2">
        <span>{formatDay(lane.from)}</span>
        {lane.today !== null && <span>The line is today</span>}
        <span>{formatDay(lane.to)}</span>
      </p>
    </section>
  )
}
