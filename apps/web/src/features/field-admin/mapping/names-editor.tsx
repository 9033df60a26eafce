import { useState, type KeyboardEvent } from 'react'
import { IconX } from '@tabler/icons-react'
import { layoutLimits } from '@steward/contracts/plain/field-layout-limit'
import { chipLook } from '../../../ui/chip.tsx'
import { cx } from '../../../ui/cx.ts'

type NamesEditorProps = {
  label: string
  names: readonly string[]
  invalid: boolean
  describedBy?: string
  onChange: (names: string[]) => void
}

/** Names as chips, and a line to type the next; Enter or a comma adds it, Backspace takes the last away. */
export function NamesEditor({ label, names, invalid, describedBy, onChange }: NamesEditorProps) {
  const [text, setText] = useState('')
  const isFull = names.length >= layoutLimits.externalNames

  function add() {
    const name = text.trim()
    setText('')
    if (name && !names.some((one) => one.toLowerCase() === name.toLowerCase())) onChange([...names, name])
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add()
    }
    if (event.key === 'Backspace' && text === '') onChange(names.slice(0, -1))
  }

  return (
    <div
      className={cx(
        'flex min-h-8 flex-wrap items-center gap-1 rounded-control border bg-surface px-1 py-1',
        'focus-within:border-accent-text focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent-text',
        invalid ? 'border-poor' : 'border-edge',
      )}
    >
      {names.map((name) => (
        <span key={name} className={chipLook}>
          <span className="truncate">{name}</span>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => onChange(names.filter((one) => one !== name))}
            className="-mr-1 flex size-4.5 shrink-0 items-center justify-center rounded-chip hover:bg-line"
          >
            <IconX size={12} aria-hidden />
          </button>
        </span>
      ))}
      <input
        type="text"
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        value={text}
        maxLength={255}
        disabled={isFull}
        placeholder={names.length === 0 ? 'Add a name' : ''}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        onBlur={add}
        className="h-5.5 min-w-20 flex-1 bg-transparent pl-1.5 outline-none placeholder:text-3"
      />
    </div>
  )
}
