import { useId, useState, type KeyboardEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { MailAddress } from '@steward/contracts/email'
import { Chip } from '../../ui/chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Field, useFieldAttributes } from '../../ui/field.tsx'
import { controlFrame } from '../../ui/input.tsx'
import { fullAddress, isAddress, nameOf, readAddresses, withMore } from './address-list.rules.ts'
import { findContacts } from './email.calls.ts'

type RecipientsFieldProps = {
  label: string
  value: readonly MailAddress[]
  onChange: (value: MailAddress[]) => void
  error?: string | undefined
  autoFocus?: boolean
}

/** People as chips: typed, pasted, or found among the contacts. */
export function RecipientsField({ label, error, ...rest }: RecipientsFieldProps) {
  return (
    <Field label={label} error={error}>
      <Recipients label={label} {...rest} />
    </Field>
  )
}

function useSuggestions(text: string, taken: readonly MailAddress[]): MailAddress[] {
  const name = text.trim()
  const { data } = useQuery({
    queryKey: ['email-recipients', name],
    enabled: name.length > 1,
    staleTime: 60_000,
    queryFn: ({ signal }) => findContacts(name, signal),
  })
  const known = new Set(taken.map(({ address }) => address.toLowerCase()))
  return name.length > 1 ? (data ?? []).filter(({ address }) => !known.has(address.toLowerCase())) : []
}

/** With Ctrl or ⌘ Enter sends the mail. */
const sends = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === 'Enter' && (ctrlKey || metaKey)

/** Whether a key ends what is typed: the mail goes to whom was still being typed, too. */
const endsName = (event: KeyboardEvent): boolean =>
  sends(event) || (!event.ctrlKey && !event.metaKey && ['Enter', 'Tab', ',', ';'].includes(event.key))

/** Whether a key that ends what is typed has its own work to do after that. */
const goesOn = (event: KeyboardEvent): boolean => event.key === 'Tab' || sends(event)

function Recipients({ label, value, onChange, autoFocus }: Omit<RecipientsFieldProps, 'error'>) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const [open, setOpen] = useState(false)
  const attributes = useFieldAttributes({})
  const listId = useId()
  const found = useSuggestions(text, value)
  const isOpen = open && found.length > 0

  function take(people: readonly MailAddress[]) {
    onChange(withMore(value, people))
    setText('')
    setActive(-1)
  }

  function onListKey(event: KeyboardEvent): boolean {
    if (event.key === 'Escape') {
      event.stopPropagation()
      setOpen(false)
      return true
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false
    event.preventDefault()
    const step = event.key === 'ArrowDown' ? 1 : -1
    setActive((active + step + found.length) % found.length)
    return true
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isOpen && onListKey(event)) return
    const chosen = isOpen ? found[active] : undefined
    if (endsName(event) && (text.trim() !== '' || chosen)) {
      if (!goesOn(event)) event.preventDefault()
      take(chosen ? [chosen] : readAddresses(text))
    } else if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1))
  }

  return (
    <div className="relative w-full">
      <div className={cx(controlFrame('md'), 'h-auto min-h-8 w-full flex-wrap gap-1 px-1.5 py-1')}>
        {value.map((one) => (
          <Chip
            key={one.address}
            tone={isAddress(one) ? 'neutral' : 'poor'}
            removeLabel={`Remove ${nameOf(one)}`}
            onRemove={() => onChange(value.filter((other) => other !== one))}
          >
            <span className="truncate" data-tooltip={fullAddress(one)}>
              {nameOf(one)}
              {!isAddress(one) && <span className="hidden-text"> is not a valid email address</span>}
            </span>
          </Chip>
        ))}
        <input
          {...attributes}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the drawer opens for this field
          autoFocus={autoFocus}
          autoComplete="off"
          className="h-6 min-w-32 flex-1 bg-transparent px-1 outline-none"
          placeholder={value.length === 0 ? 'Name or email address' : ''}
          value={text}
          onChange={({ target }) => {
            setOpen(true)
            setActive(-1)
            if (/[,;\n]/.test(target.value)) take(readAddresses(target.value))
            else setText(target.value)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setOpen(false)
            if (text.trim() !== '') take(readAddresses(text))
          }}
        />
      </div>
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label={`Contacts for ${label}`}
          className="absolute top-full left-0 z-50 mt-1 w-full overflow-hidden rounded-card border border-line bg-surface py-1 shadow-float"
        >
          {found.map((one, at) => (
            // The input has the keyboard.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={one.address}
              id={`${listId}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={cx('cursor-default px-3 py-1.5', at === active && 'bg-hover')}
              onMouseEnter={() => setActive(at)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take([one])}
            >
              <span className="font-medium">{one.name}</span> <span className="text-2">{one.address}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
