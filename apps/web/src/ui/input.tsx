import type { ComponentProps, ReactNode } from 'react'
import type { ControlSize } from './button.tsx'
import { cx } from './cx.ts'
import { useFieldAttributes } from './field.tsx'

const heights: Record<ControlSize, string> = { sm: 'h-7', md: 'h-8', lg: 'h-9' }

/** The frame every typed control shares: edge, focus ring, error color. */
export function controlFrame(size: ControlSize, className?: string): string {
  return cx(
    'flex w-full min-w-0 items-center gap-1.5 rounded-control border border-edge bg-surface text-body text-1',
    'focus-within:border-accent-text focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent-text',
    'has-aria-invalid:border-poor has-aria-invalid:outline-poor has-disabled:bg-sunken has-disabled:text-3',
    heights[size],
    className,
  )
}

export type InputProps = Omit<ComponentProps<'input'>, 'size'> & {
  size?: ControlSize
  invalid?: boolean
  leading?: ReactNode
  trailing?: ReactNode
}

export function Input({ size = 'md', invalid, leading, trailing, className, ...rest }: InputProps) {
  const attributes = useFieldAttributes({ invalid, ...rest })
  return (
    <div className={controlFrame(size, className)}>
      {leading && <span className="flex shrink-0 pl-2.5 text-3 [&_svg]:size-4">{leading}</span>}
      <input
        type="text"
        {...rest}
        {...attributes}
        className={cx(
          'h-full min-w-0 flex-1 rounded-control bg-transparent outline-none',
          leading ? 'pl-0' : 'pl-2.5',
          trailing ? 'pr-0' : 'pr-2.5',
        )}
      />
      {trailing && <span className="flex shrink-0 items-center pr-1">{trailing}</span>}
    </div>
  )
}
