import { Suspense, useRef, useState } from 'react'
import { Popover as Base } from '@base-ui/react/popover'
import { IconCalendar } from '@tabler/icons-react'
import type { ControlSize } from './button.tsx'
import { formatDay, parseDay } from './day-text.ts'
import { useFocusAtOnce, useFocusBefore } from './focus-at-once.ts'
import { Input } from './input.tsx'
import { popupClass } from './option-row.tsx'
import { Spinner } from './spinner.tsx'
import { lazyPart } from './lazy-part.tsx'

const Calendar = lazyPart(() => import('./calendar.tsx'), 'Calendar')

type DateFieldProps = {
  /** YYYY-MM-DD */
  value: string | null
  onChange: (value: string | null) => void
  min?: string
  max?: string
  locale?: string
  size?: ControlSize
  disabled?: boolean
  /** Called with true when the field is left holding something that is not a day. */
  onUnreadable?: (unreadable: boolean) => void
  className?: string
  'aria-label'?: string
}

/** A typed day with a calendar beside it. Takes YYYY-MM-DD and the way the locale writes days. */
export function DateField({
  value,
  onChange,
  min,
  max,
  locale,
  onUnreadable,
  disabled,
  className,
  ...rest
}: DateFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  const [open, setOpen] = useState(false)
  const popup = useRef<HTMLDivElement>(null)
  const focusBefore = useFocusBefore(open, popup)
  const focusFirst = useFocusAtOnce(popup)

  function settle(unreadable: boolean) {
    setWrong(unreadable)
    onUnreadable?.(unreadable)
    if (!unreadable) setDraft(null)
  }

  function leave() {
    if (draft === null) return
    const day = draft.trim() === '' ? null : parseDay(draft, locale)
    const outside = day && ((min && day < min) || (max && day > max))
    if (day === undefined || outside) return settle(true)
    settle(false)
    // Readers who saw that it could not be read is notified when it can be read again.
    if (day !== value || wrong) onChange(day)
  }

  function pick(day: string) {
    settle(false)
    setOpen(false)
    onChange(day)
  }

  return (
    <Base.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Input
        {...rest}
        className={className}
        disabled={disabled}
        autoComplete="off"
        placeholder="YYYY-MM-DD"
        value={draft ?? (value ? formatDay(value, locale) : '')}
        invalid={wrong || undefined}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave()
          if (event.key === 'ArrowDown' && event.altKey) setOpen(true)
        }}
        trailing={
          <Base.Trigger
            aria-label="Choose a date"
            disabled={disabled}
            className="flex size-6 items-center justify-center rounded-chip text-3 hover:bg-hover hover:text-1"
          >
            <IconCalendar size={16} aria-hidden />
          </Base.Trigger>
        }
      />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup
            ref={popup}
            initialFocus={focusFirst}
            finalFocus={focusBefore}
            className={popupClass}
            aria-label="Calendar"
          >
            <Suspense fallback={<Spinner label="Loading the calendar" className="p-6" />}>
              <Calendar value={value} onPick={pick} min={min} max={max} locale={locale} />
            </Suspense>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
