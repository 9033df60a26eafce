import { useRef, useState, type RefObject } from 'react'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import type { ControlSize } from './button.tsx'
import { cx } from './cx.ts'
import { useField, useFieldAttributes } from './field.tsx'
import { isByKey, useFocusInList } from './focus-at-once.ts'
import { OptionRow, optionClass, popupClass } from './option-row.tsx'
import type { Option } from './option.ts'

const heights: Record<ControlSize, string> = { sm: 'h-7 text-label', md: 'h-8', lg: 'h-9' }

type SelectProps<V extends string | number> = {
  value: V | null
  onChange: (value: V | null) => void
  options: readonly Option<V>[]
  placeholder?: string
  size?: ControlSize
  disabled?: boolean
  /** Offers a way back to nothing chosen. */
  clearable?: boolean
  className?: string
  /** Of its own, where the field around it has another control. */
  id?: string
  'aria-label'?: string
}

/** One choice out of a short list; for more than about fifteen use a Combobox. */
export function Select<V extends string | number>({
  value,
  onChange,
  options,
  placeholder = 'Choose',
  size = 'md',
  disabled,
  clearable,
  className,
  id: ownId,
  'aria-label': ariaLabel,
}: SelectProps<V>) {
  const field = useField()
  const { id, ...attributes } = useFieldAttributes({ id: ownId })
  const selected = options.find((option) => option.value === value)
  const isClearable = clearable && selected && !disabled
  const [isOpen, setOpen] = useState(false)
  const byKey = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  useFocusInList(isOpen, byKey, popup, button)
  return (
    <div className={cx('relative min-w-0', className)}>
      <Base.Root<V>
        value={value}
        onValueChange={(next) => onChange(next)}
        items={options as { value: V; label: string }[]}
        disabled={disabled}
        modal={false}
        open={isOpen}
        onOpenChange={(next, { event }) => {
          byKey.current = isByKey(event)
          setOpen(next)
        }}
      >
        <Base.Trigger
          ref={button}
          id={id}
          aria-label={ariaLabel}
          aria-labelledby={ariaLabel ? undefined : field?.labelId}
          {...attributes}
          className={cx(
            'flex w-full items-center gap-2 rounded-control border border-edge bg-surface pr-2 pl-2.5 text-left text-body text-1 select-none',
            'focus-visible:border-accent-text focus-visible:-outline-offset-1 data-popup-open:border-accent-text',
            'aria-invalid:border-poor data-disabled:bg-sunken data-disabled:text-3',
            heights[size],
          )}
        >
          {selected?.icon && <span className="flex shrink-0 [&_svg]:size-4">{selected.icon}</span>}
          <Base.Value placeholder={placeholder} className="min-w-0 flex-1 truncate data-placeholder:text-3" />
          {isClearable && <span className="w-5" />}
          <IconChevronDown size={16} className="shrink-0 text-3" aria-hidden />
        </Base.Trigger>
        {/* The content policy refuses style elements; the list has its own scroll bar. */}
        <CSPProvider disableStyleElements>
          <Choices options={options} value={value} popup={popup} />
        </CSPProvider>
      </Base.Root>
      {isClearable && <ClearButton onClear={() => onChange(null)} />}
    </div>
  )
}

type ChoicesProps<V extends string | number> = Pick<SelectProps<V>, 'options' | 'value'> & {
  popup: RefObject<HTMLDivElement | null>
}

function Choices<V extends string | number>({ options, value, popup }: ChoicesProps<V>) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
        <Base.Popup
          ref={popup}
          className={cx(popupClass, 'min-w-(--anchor-width) max-w-(--available-width)')}
        >
          <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1">
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                label={option.label}
                disabled={option.disabled}
                className={optionClass}
              >
                <OptionRow option={option} selected={option.value === value} />
              </Base.Item>
            ))}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <button
      type="button"
      aria-label="Clear"
      onClick={onClear}
      className="absolute top-1/2 right-7 flex size-6 -translate-y-1/2 items-center justify-center rounded-chip text-3 hover:bg-hover hover:text-1"
    >
      <IconX size={14} aria-hidden />
    </button>
  )
}
