import type { ReactNode } from 'react'
import { IconX } from '@tabler/icons-react'
import { toneClass, type Tone } from './badge.tsx'
import { cx } from './cx.ts'

const squares = ['', 'bg-series-1', 'bg-series-2', 'bg-series-3', 'bg-series-4', 'bg-series-5', 'bg-series-6']

export const chipLook =
  'inline-flex h-5.5 max-w-full min-w-0 items-center gap-1.5 rounded-chip bg-none-soft px-1.5 text-label font-medium text-none'

type ChipProps = {
  /** A small square in a series color, 1 to 6. */
  square?: number
  outlined?: boolean
  tone?: Tone
  onRemove?: () => void
  removeLabel?: string
  className?: string
  children: ReactNode
}

export function Chip({
  square,
  outlined,
  tone = 'neutral',
  onRemove,
  removeLabel,
  className,
  children,
}: ChipProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5.5 max-w-full min-w-0 items-center gap-1.5 rounded-chip px-1.5 text-label font-medium',
        outlined ? 'border border-edge text-2' : toneClass(tone),
        className,
      )}
    >
      {square !== undefined && (
        <span className={cx('size-2 shrink-0 rounded-[2px]', squares[square])} aria-hidden />
      )}
      <span className="truncate">{children}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel ?? `Remove ${typeof children === 'string' ? children : ''}`.trim()}
          onClick={onRemove}
          className="-mr-1 flex size-4.5 shrink-0 items-center justify-center rounded-chip hover:bg-line"
        >
          <IconX size={12} aria-hidden />
        </button>
      )}
    </span>
  )
}
