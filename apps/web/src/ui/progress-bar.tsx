import { cx } from './cx.ts'

const fills = { accent: 'bg-accent', good: 'bg-good-mark', average: 'bg-average-mark', poor: 'bg-poor-mark' }

type ProgressBarProps = {
  value: number
  max?: number
  /** What is in progress, for assistive technology. */
  label: string
  tone?: keyof typeof fills
  className?: string
}

export function ProgressBar({ value, max = 100, label, tone = 'accent', className }: ProgressBarProps) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={cx('h-1.5 w-full overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={cx('h-full rounded-full transition-[width] duration-150', fills[tone])}
        style={{ width: `${part * 100}%` }}
      />
    </div>
  )
}
