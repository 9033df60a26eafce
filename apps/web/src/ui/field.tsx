import { createContext, use, useId, useMemo, type ReactNode } from 'react'
import { IconAlertCircle } from '@tabler/icons-react'
import { cx } from './cx.ts'

type FieldControl = {
  id: string
  labelId: string
  required: boolean
  invalid: boolean
  describedBy: string | undefined
}

const FieldContext = createContext<FieldControl | null>(null)

/** What the field around a control knows about it; null outside of a field. */
export function useField(): FieldControl | null {
  return use(FieldContext)
}

/** The attributes a control takes from the field around it; its own win. */
export function useFieldAttributes(own: {
  id?: string
  invalid?: boolean
  'aria-describedby'?: string
  'aria-labelledby'?: string
}) {
  const field = useField()
  const invalid = own.invalid ?? field?.invalid ?? false
  return {
    id: own.id ?? field?.id,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}

type FieldProps = {
  label: string
  required?: boolean
  help?: ReactNode
  error?: string | null
  hideLabel?: boolean
  /** Is at the end of the label's line. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** Label above, control, help and error below; the control finds its names through the context. */
export function Field({
  label,
  required = false,
  help,
  error,
  hideLabel,
  aside,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const describedBy = cx(help ? `${id}-help` : null, error ? `${id}-error` : null) || undefined
  const control = useMemo(
    () => ({ id, labelId: `${id}-label`, required, invalid: Boolean(error), describedBy }),
    [id, required, error, describedBy],
  )
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cx('flex items-baseline justify-between gap-3', hideLabel && !aside && 'hidden-text')}>
        <label
          id={control.labelId}
          htmlFor={id}
          className={cx('text-body font-medium text-1', hideLabel && 'hidden-text')}
        >
          {label}
          {required && (
            <span className="text-poor" aria-hidden>
              {' *'}
            </span>
          )}
        </label>
        {aside}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {help && (
        <div id={`${id}-help`} className="text-label text-3">
          {help}
        </div>
      )}
      {error && (
        <div id={`${id}-error`} className="flex items-start gap-1 text-label text-poor">
          <IconAlertCircle size={14} className="mt-px shrink-0" aria-hidden />
          {error}
        </div>
      )}
    </div>
  )
}
