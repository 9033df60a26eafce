import { useEffect, useRef, useState } from 'react'
import { IconSearch, IconX } from '@tabler/icons-react'
import { Input } from '../ui/input.tsx'

type SearchFieldProps = {
  value: string
  /** Called 150 ms after the last key, at once on Enter and on clearing. */
  onChange: (value: string) => void
  /** Names the field and is in it while it is empty. */
  label: string
  className?: string
}

const debounce = 150

/** The search of a page; `/` focuses it, Esc empties it. */
export function SearchField({ value, onChange, label, className }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const timer = useRef(0)
  const sent = useRef(value)

  // An address that changed elsewhere (Back, a pasted link) wins over what is in the field.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  function tell(next: string) {
    window.clearTimeout(timer.current)
    if (next === sent.current) return
    sent.current = next
    onChange(next)
  }

  function type(next: string) {
    setText(next)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => tell(next), debounce)
  }

  function clear() {
    setText('')
    tell('')
  }

  return (
    <Input
      size="sm"
      type="search"
      data-page-search=""
      aria-label={label}
      placeholder={label}
      className={className ?? 'max-w-60'}
      value={text}
      leading={<IconSearch aria-hidden />}
      trailing={
        text && (
          <button
            type="button"
            aria-label="Clear the search"
            onClick={clear}
            className="flex size-6 items-center justify-center rounded-chip text-3 hover:bg-hover hover:text-1"
          >
            <IconX size={14} aria-hidden />
          </button>
        )
      }
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell(text)
        if (event.key === 'Escape' && text) {
          event.preventDefault()
          event.stopPropagation()
          clear()
        }
      }}
    />
  )
}
