import { memo, useMemo } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { DrawnExit, DrawnWay } from './drawn.ts'

const linesOf = (ways: readonly DrawnWay[]): string => ways.map(({ line }) => line).join(' ')

/** The lines of all ways: one for those that a record took, which lies above that of the others. */
export const WayLines = memo(function WayLines({ ways }: { ways: readonly DrawnWay[] }) {
  const others = useMemo(() => linesOf(ways.filter(({ isTaken }) => !isTaken)), [ways])
  const taken = useMemo(() => linesOf(ways.filter(({ isTaken }) => isTaken)), [ways])
  return (
    <svg className="canvas-lines" aria-hidden>
      <path className="stroke-edge" d={others} />
      {taken && <path className="stroke-accent [stroke-width:2.5]" d={taken} />}
    </svg>
  )
})

/** Pixels from the middle of a button to the label beside it. */
const beside = 16

/** A label is beside the button of its way, or in its place. */
function labelPlace({ x, y, adds, isRight }: DrawnExit) {
  if (!adds) return { left: x, top: y }
  return isRight ? { left: x + beside, top: y } : { right: beside - x, top: y }
}

/** The label of a way, and the button that adds to it. */
const Exit = memo(function Exit(exit: DrawnExit) {
  const { source, branch, label, adds, x, y } = exit
  return (
    <>
      {label && (
        <span
          style={labelPlace(exit)}
          className={cx(
            'nopan absolute max-w-32 -translate-y-1/2 truncate rounded-chip border border-line bg-surface px-1.5 text-meta font-medium text-2',
            !adds && '-translate-x-1/2',
          )}
        >
          {label}
        </span>
      )}
      {adds && (
        <button
          type="button"
          tabIndex={-1}
          data-exit={source}
          data-branch={branch}
          aria-label={adds}
          data-tooltip={adds}
          style={{ left: x, top: y }}
          className="canvas-add nopan absolute -mt-3 -ml-3 size-6 rounded-full border border-edge bg-surface text-2 hover:border-accent-text hover:bg-accent-soft hover:text-accent-text"
        />
      )}
    </>
  )
})

/** The labels and buttons of all ways. */
export const Exits = memo(function Exits({ ways }: { ways: readonly DrawnWay[] }) {
  return ways.map(({ exit }) => <Exit key={exit.id} {...exit} />)
})
