import { IconChevronDown } from '@tabler/icons-react'
import { cx } from './cx.ts'
import type { Option } from './option.ts'

type NativeSelectProps<V extends string> = {
  value: V
  onChange: (value: V) => void
  options: readonly Option<V>[]
  className?: string
  'aria-label': string
}

/** The browser's own choice: it takes every key at once, where a list of ours would still be opening. */
export function NativeSelect<V extends string>(props: NativeSelectProps<V>) {
  const { value, onChange, options, className, ...label } = props
  return (
    <div className={cx('relative min-w-0', className)}>
      <select
        {...label}
        value={value}
        onChange={(event) => onChange(event.target.value as V)}
        className={cx(
          'h-8 w-full appearance-none rounded-control border border-edge bg-surface pr-8 pl-2.5 text-body text-1',
          'focus-visible:border-accent-text focus-visible:-outline-offset-1',
        )}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown
        size={16}
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-3"
        aria-hidden
      />
    </div>
  )
}
