import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'

type SegmentedProps<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string; icon?: ReactNode }[]
  size?: 'sm' | 'md'
  className?: string
}

/** A few choices side by side; radio buttons underneath, so arrows and names come from the browser. */
export function Segmented<T extends string>({
  label,
  value,
  onChange,
  options,
  size = 'sm',
  className,
}: SegmentedProps<T>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(
        'inline-flex shrink-0 items-stretch gap-0.5 rounded-control bg-hover p-0.5',
        size === 'sm' ? 'h-7' : 'h-8',
        className,
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'flex items-center gap-1.5 rounded-chip px-2.5 text-label font-medium whitespace-nowrap select-none [&_svg]:size-4',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
            option.value === value ? 'bg-picked text-1 shadow-control' : 'text-2 hover:text-1',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="hidden-text"
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </div>
  )
}
