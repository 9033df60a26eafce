import { cx } from '../../ui/cx.ts'

const pulseWords = ['High Risk', 'Some Risk', 'Moderate', 'Satisfied', 'Very Satisfied'] as const

const fills = [
  '',
  'fill-poor-mark',
  'fill-poor-mark',
  'fill-average-mark',
  'fill-good-mark',
  'fill-good-mark',
]
const steps = [1, 2, 3, 4, 5]

type PulseBadgeProps = {
  value: number | null | undefined
  /** The steps only; the word stays for assistive technology. */
  short?: boolean
  className?: string
}

/** Five steps and the word, 1 High Risk to 5 Very Satisfied; a dash when no one said. */
export function PulseBadge({ value, short, className }: PulseBadgeProps) {
  const word = value ? pulseWords[value - 1] : undefined
  if (!value || !word) return <span className={cx('text-3', className)}>—</span>
  return (
    <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap', className)}>
      <svg width="23" height="11" viewBox="0 0 23 11" className="shrink-0" aria-hidden>
        {steps.map((step) => (
          <rect
            key={step}
            x={(step - 1) * 5}
            y={9 - step * 1.8}
            width="3"
            height={2 + step * 1.8}
            rx="1"
            className={step <= value ? fills[value] : 'fill-line'}
          />
        ))}
      </svg>
      <span className={cx('text-1', short && 'hidden-text')}>{word}</span>
    </span>
  )
}
