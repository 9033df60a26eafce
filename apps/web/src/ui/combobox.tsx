import { useRef, useState, type KeyboardEvent } from 'react'
import { Combobox as Base } from '@base-ui/react/combobox'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import type { ControlSize } from './button.tsx'
import { chipLook } from './chip.tsx'
import { ComboboxPopup } from './combobox-popup.tsx'
import { cx } from './cx.ts'
import { useField, useFieldAttributes } from './field.tsx'
import { controlFrame } from './input.tsx'
import type { Option } from './option.ts'
import { useLoadedOptions, type LoadOptions } from './use-loaded-options.ts'

type SharedProps = {
  /** All choices, filtered here; or else `load`. */
  options?: readonly Option[]
  /** Asks the server for the choices that match; keep it stable between renders. */
  load?: LoadOptions
  placeholder?: string
  size?: ControlSize
  disabled?: boolean
  className?: string
  'aria-label'?: string
}

const same = (one: Option, other: Option) => one.value === other.value
const inputClass = 'h-full min-w-16 flex-1 bg-transparent outline-none'
const sideButton =
  'flex size-6 shrink-0 items-center justify-center rounded-chip text-3 hover:bg-hover hover:text-1'

function useChoices({ options, load }: SharedProps) {
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const loaded = useLoadedOptions(load, query, open)
  const items = load ? loaded.items : (options ?? [])
  const state = load ? loaded.state : 'ready'
  const root = {
    items,
    filter: load ? null : undefined,
    open,
    onOpenChange: (next: boolean) => setOpen(next),
    isItemEqualToValue: same,
    itemToStringLabel: (option: Option) => option.label,
  }
  return { query, setQuery, state, root, detailed: items.some(({ detail }) => detail) }
}

/** A key in the box of a combobox, before the library acts on it. */
type BoxKey = KeyboardEvent & { preventBaseUIHandler(): void }

/** Escape closes the list. Where it is closed, the key is for what is around the box, and the value stays. */
const keepsValue = (open: boolean) => (event: BoxKey) => {
  if (event.key === 'Escape' && !open) event.preventBaseUIHandler()
}

/** How the control and its list are named: by their own label, else by that of the field around them. */
function useLabel(own: string | undefined) {
  const labelId = useField()?.labelId
  return own ? { 'aria-label': own } : { 'aria-labelledby': labelId }
}

/** One choice out of many, found by typing. */
export function Combobox({
  value,
  onChange,
  ...shared
}: SharedProps & { value: Option | null; onChange: (value: Option | null) => void }) {
  const { setQuery, state, root, detailed } = useChoices(shared)
  const attributes = useFieldAttributes({})
  const label = useLabel(shared['aria-label'])
  const { placeholder = 'Search', size = 'md', disabled, className } = shared
  return (
    <Base.Root<Option>
      {...root}
      value={value}
      onValueChange={(next) => onChange(next)}
      onInputValueChange={(text, { reason }) => setQuery(reason === 'item-press' ? '' : text)}
      disabled={disabled}
    >
      <Base.InputGroup className={controlFrame(size, cx('pr-1 pl-2.5', className))}>
        {value?.icon && <span className="flex shrink-0 [&_svg]:size-4">{value.icon}</span>}
        <Base.Input
          {...attributes}
          {...label}
          placeholder={placeholder}
          className={inputClass}
          onKeyDown={keepsValue(root.open)}
        />
        {value && (
          <Base.Clear aria-label="Clear" className={sideButton}>
            <IconX size={14} aria-hidden />
          </Base.Clear>
        )}
        <Base.Trigger aria-label="Show choices" className={sideButton}>
          <IconChevronDown size={16} aria-hidden />
        </Base.Trigger>
      </Base.InputGroup>
      <ComboboxPopup
        state={state}
        label={label}
        detailed={detailed}
        isSelected={(option) => option.value === value?.value}
      />
    </Base.Root>
  )
}

/** Several choices as chips; Backspace takes the last one away. */
export function MultiCombobox({
  value,
  onChange,
  ...shared
}: SharedProps & { value: readonly Option[]; onChange: (value: Option[]) => void }) {
  const anchor = useRef<HTMLDivElement>(null)
  const { setQuery, state, root, detailed } = useChoices(shared)
  const attributes = useFieldAttributes({})
  const label = useLabel(shared['aria-label'])
  const { placeholder = 'Search', disabled, className } = shared
  return (
    <Base.Root<Option, true>
      {...root}
      multiple
      value={[...value]}
      onValueChange={(next) => onChange(next)}
      onInputValueChange={(text) => setQuery(text)}
      disabled={disabled}
    >
      <Base.Chips
        ref={anchor}
        className={cx(controlFrame('md', className), 'h-auto min-h-8 flex-wrap gap-1 px-1 py-1')}
      >
        {value.map((option) => (
          <Base.Chip key={option.value} className={cx(chipLook, 'focus-visible:outline-2')}>
            <span className="truncate">{option.label}</span>
            <Base.ChipRemove
              aria-label={`Remove ${option.label}`}
              className="-mr-1 flex size-4.5 items-center justify-center rounded-chip hover:bg-line"
            >
              <IconX size={12} aria-hidden />
            </Base.ChipRemove>
          </Base.Chip>
        ))}
        <Base.Input
          {...attributes}
          {...label}
          placeholder={value.length ? '' : placeholder}
          className={cx(inputClass, 'h-5.5 pl-1.5')}
          onKeyDown={keepsValue(root.open)}
        />
      </Base.Chips>
      <ComboboxPopup
        anchor={anchor}
        state={state}
        label={label}
        detailed={detailed}
        isSelected={(option) => value.some((chosen) => same(chosen, option))}
      />
    </Base.Root>
  )
}
