import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { IconSearch } from '@tabler/icons-react'
import { cx } from '../../ui/cx.ts'
import type { Option } from '../../ui/option.ts'
import { OptionRow } from '../../ui/option-row.tsx'
import { useLoadedOptions } from '../../ui/use-loaded-options.ts'
import type { Choices } from './choices.ts'

type ChoiceListProps = {
  /** Names the list. */
  label: string
  choices: Choices
  selected: ReadonlySet<string | number>
  onPick: (option: Option) => void
  /** What is in the search when the list opens. */
  initialQuery?: string
  /** A first row that empties the value. */
  onClear?: () => void
  /** Keys that the search does not use itself, Tab and Escape for example. */
  onKeyDown?: (event: KeyboardEvent) => void
  className?: string
}

type Row = { option: Option; clears?: true }

const clearRow: Row = { option: { value: '', label: 'Clear value' }, clears: true }
const noOptions: readonly Option[] = []

function matching(options: readonly Option[], query: string): readonly Option[] {
  const wanted = query.trim().toLowerCase()
  return wanted ? options.filter((option) => option.label.toLowerCase().includes(wanted)) : options
}

function useRows({ choices, onClear }: ChoiceListProps, query: string): { rows: Row[]; state: string } {
  const loaded = useLoadedOptions(choices.load, query, choices.load !== undefined)
  const options = choices.load ? loaded.items : matching(choices.options ?? noOptions, query)
  const rows = useMemo(() => {
    const found: Row[] = options.map((option) => ({ option }))
    return onClear && !query ? [...found, clearRow] : found
  }, [options, onClear, query])
  return { rows, state: choices.load ? loaded.state : 'ready' }
}

const words: Record<string, string> = {
  ready: 'Nothing matches',
  loading: 'Searching…',
  failed: 'The search failed. Type again to retry.',
}

/** A list of choices under a search field; arrows move, Enter picks. */
export function ChoiceList(props: ChoiceListProps) {
  const { label, selected, onPick, onClear, initialQuery = '', onKeyDown, className } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const waits = useRef(false)
  const [query, setQuery] = useState(initialQuery)
  const [active, setActive] = useState(0)
  const { rows, state } = useRows(props, query)
  const current = Math.min(active, rows.length - 1)

  useLayoutEffect(() => input.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])

  function pick(row: Row | undefined) {
    if (!row || row.option.disabled) return
    if (row.clears) onClear?.()
    else onPick(row.option)
  }

  // Enter means what matches the text, which may not be there yet.
  useEffect(() => {
    if (!waits.current || state === 'loading') return
    waits.current = false
    pick(rows[current])
  })

  function key(event: KeyboardEvent) {
    waits.current = false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setActive((current + step + rows.length) % Math.max(rows.length, 1))
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      event.stopPropagation()
      if (state === 'loading') waits.current = true
      else pick(rows[current])
    } else onKeyDown?.(event)
  }

  return (
    <div className={cx('flex min-h-0 flex-col', className)}>
      <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-2.5 text-3">
        <IconSearch size={16} aria-hidden />
        <input
          ref={input}
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-label={label}
          aria-activedescendant={rows[current] ? `${id}-${current}` : undefined}
          placeholder={label}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(0)
          }}
          onKeyDown={key}
          className="h-full min-w-0 flex-1 bg-transparent text-body text-1 outline-none"
        />
      </div>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        className="max-h-64 min-h-0 overflow-y-auto overscroll-contain p-1"
      >
        {rows.map((row, index) => (
          <div
            key={row.clears ? 'clear' : row.option.value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={selected.has(row.option.value)}
            aria-disabled={row.option.disabled || undefined}
            className={cx(
              'flex min-h-7.5 items-center gap-2 rounded-chip px-2 py-1 text-body select-none',
              index === current && 'bg-raised-hover',
              (row.option.disabled || row.clears) && 'text-3',
            )}
            onPointerMove={() => index !== current && setActive(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(row)}
            onKeyDown={key}
          >
            <OptionRow option={row.option} selected={selected.has(row.option.value)} />
          </div>
        ))}
        {rows.length === 0 && <div className="px-2 py-2 text-body text-3">{words[state]}</div>}
      </div>
    </div>
  )
}
