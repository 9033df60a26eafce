import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { useFieldAttributes } from './field.tsx'

const checkboxClass = cx(
  'peer size-4 shrink-0 appearance-none rounded-chip border border-edge bg-surface align-middle',
  'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent',
  'disabled:opacity-60 aria-invalid:border-poor',
)

/** The browser's own radio button in our look. */
export const radioClass =
  'size-4 shrink-0 appearance-none rounded-full border border-edge bg-surface checked:border-[5px] checked:border-accent checked:bg-white'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  label?: ReactNode
  description?: ReactNode
  indeterminate?: boolean
  onCheckedChange?: (checked: boolean) => void
}

/** The browser's own checkbox in our look. Without a `label` give it an `aria-label`. */
export function Checkbox({
  label,
  description,
  indeterminate = false,
  onCheckedChange,
  onChange,
  className,
  ...rest
}: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null)
  const descriptionId = useId()
  const attributes = useFieldAttributes({
    ...rest,
    'aria-describedby': description ? descriptionId : rest['aria-describedby'],
  })
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate
  }, [indeterminate])
  const box = (
    <span className="relative inline-flex h-5 items-center">
      <input
        {...rest}
        {...attributes}
        ref={ref}
        type="checkbox"
        className={checkboxClass}
        onChange={(event) => {
          onChange?.(event)
          onCheckedChange?.(event.target.checked)
        }}
      />
      <svg
        className="pointer-events-none absolute hidden size-4 text-white peer-checked:block peer-indeterminate:hidden"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        <path d="m4 8.4 2.6 2.6L12 5.4" />
      </svg>
      <span className="pointer-events-none absolute left-1 hidden h-0.5 w-2 rounded-full bg-white peer-indeterminate:block" />
    </span>
  )
  if (!label) return <span className={cx('inline-flex', className)}>{box}</span>
  return (
    <div className={cx('flex flex-col', className)}>
      <label className="flex min-h-6 items-start gap-2 py-0.5 text-body text-1">
        {box}
        <span>{label}</span>
      </label>
      {description && (
        <span id={descriptionId} className="pl-6 text-label text-3">
          {description}
        </span>
      )}
    </div>
  )
}
