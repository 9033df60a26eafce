import { healthStatusOf, type HealthStatus } from '@steward/contracts/plain/built-in-value'
import { cx } from '../../ui/cx.ts'
import { scoreText } from '../../ui/reader.ts'

const looks = {
  Good: { mark: 'fill-good-mark', text: 'text-good' },
  Average: { mark: 'fill-average-mark', text: 'text-average' },
  Poor: { mark: 'fill-poor-mark', text: 'text-poor' },
  'No score': { mark: 'fill-none stroke-none', text: 'text-3' },
}

export type HealthWord = HealthStatus | 'No score'

/** Circle, diamond, triangle or dashed ring, so that the state is visible without its color. */
export function HealthMark({ word, size = 10 }: { word: HealthWord; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 10 10"
      className={cx('shrink-0', looks[word].mark)}
      aria-hidden
    >
      {word === 'Good' && <circle cx="5" cy="5" r="4.5" />}
      {word === 'Average' && <path d="M5 0 10 5 5 10 0 5Z" />}
      {word === 'Poor' && <path d="M5 .6 9.8 9.4H.2Z" />}
      {word === 'No score' && (
        <circle
          cx="5"
          cy="5"
          r="4"
          fill="none"
          stroke="var(--edge)"
          strokeWidth="1.3"
          strokeDasharray="1.6 1.54"
        />
      )}
    </svg>
  )
}

type HealthBadgeProps = {
  score: number | null | undefined
  /** The color by the bounds in effect; without it the bounds as delivered count. */
  status?: HealthStatus | null
  className?: string
}

/** A mark, the score to one decimal, and the word for it. */
export function HealthBadge({ score, status, className }: HealthBadgeProps) {
  const isScored = typeof score === 'number'
  const word = isScored ? (status ?? healthStatusOf(score) ?? 'No score') : 'No score'
  return (
    <span
      data-health={isScored ? score : ''}
      className={cx('inline-flex items-center gap-1.5 whitespace-nowrap', className)}
    >
      <HealthMark word={word} />
      {isScored && <span className="tabular min-w-5 font-semibold text-1">{scoreText(score)}</span>}
      <span className={cx('text-label', looks[word].text)}>{word}</span>
    </span>
  )
}
