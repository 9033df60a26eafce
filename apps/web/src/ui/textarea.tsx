import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useFieldAttributes } from './field.tsx'

/** Grows with its text up to 320 px, and can be pulled taller. */
export function Textarea({
  invalid,
  className,
  rows = 3,
  ...rest
}: ComponentProps<'textarea'> & { invalid?: boolean }) {
  const attributes = useFieldAttributes({ invalid, ...rest })
  return (
    <textarea
      rows={rows}
      {...rest}
      {...attributes}
      className={cx(
        'field-sizing-content max-h-80 min-h-18 w-full resize-y rounded-control border border-edge bg-surface px-2.5 py-1.5',
        'text-body text-1 focus:border-accent-text focus:outline-2 focus:-outline-offset-1 focus:outline-accent-text',
        'disabled:bg-sunken disabled:text-3 aria-invalid:border-poor aria-invalid:focus:outline-poor',
        className,
      )}
    />
  )
}
