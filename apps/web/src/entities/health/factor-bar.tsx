import type { ScorePart } from '@steward/contracts/health'
import { cx } from '../../ui/cx.ts'
import { mostPoints } from './trend-steps.rules.ts'
import { statusWithin, type Bounds } from './score-words.ts'

const fills = { Good: 'bg-good-mark', Average: 'bg-average-mark', Poor: 'bg-poor-mark' }

/** What a measure adds to a score, of what it could add by its weight. The numbers are beside it. */
export function FactorBar({ part, bounds }: { part: ScorePart; bounds: Bounds }) {
  const most = part.weight * mostPoints
  const filled = most > 0 ? Math.min(1, part.contribution / most) : 0
  const status = statusWithin(part.points, bounds)
  return (
    <span className="block h-1.5 w-full" aria-hidden>
      <span
        className="block h-full min-w-1.5 overflow-hidden rounded-full bg-line"
        style={{ width: `${part.weight * 100}%` }}
      >
        <span
          className={cx('block h-full rounded-full', status && fills[status])}
          style={{ width: `${filled * 100}%` }}
        />
      </span>
    </span>
  )
}
