import { useId, useState, type ReactNode } from 'react'
import { cx } from './cx.ts'

type SwitchProps = {
  label: string
  hideLabel?: boolean
  description?: ReactNode
  checked: boolean
  /** Where it answers a promise, the switch shows what was asked for until that is settled. */
  onCheckedChange: (checked: boolean) => void | Promise<void>
  disabled?: boolean
  className?: string
}

export function Switch({
  label,
  hideLabel,
  description,
  checked,
  onCheckedChange,
  disabled,
  className,
}: SwitchProps) {
  const descriptionId = useId()
  const [asked, setAsked] = useState<boolean>()

  async function turn(next: boolean) {
    setAsked(next)
    try {
      await onCheckedChange(next)
    } finally {
      setAsked(undefined)
    }
  }

  return (
    <div className={cx('flex flex-col', className)}>
      <label className="flex min-h-6 items-center gap-2 text-body text-1">
        <span className="relative inline-flex h-4.5 w-8 shrink-0 items-center">
          <input
            type="checkbox"
            role="switch"
            checked={asked ?? checked}
            disabled={disabled}
            aria-describedby={description ? descriptionId : undefined}
            onChange={(event) => void turn(event.target.checked)}
            className="peer h-4.5 w-8 appearance-none rounded-full border border-edge bg-sunken checked:border-accent checked:bg-accent disabled:opacity-60"
          />
          <span className="pointer-events-none absolute left-0.75 size-3 rounded-full bg-[var(--edge)] transition-[translate] duration-100 peer-checked:translate-x-3.5 peer-checked:bg-white" />
        </span>
        <span className={cx(hideLabel && 'hidden-text')}>{label}</span>
      </label>
      {description && (
        <span id={descriptionId} className="pl-10 text-label text-3">
          {description}
        </span>
      )}
    </div>
  )
}
