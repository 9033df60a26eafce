import { useDeferredValue, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import { IconSearch } from '@tabler/icons-react'
import { cx } from '../../ui/cx.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { backdropClass } from '../../ui/dialog.tsx'
import { useFocusAtOnce } from '../../ui/focus-at-once.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { closeOverlay, endEarlyText, takeEarlyText } from './command-menu-state.ts'
import { matches, type Command } from './command.ts'
import { useCommands } from './commands.tsx'
import { useFoundPeople } from './found-people.tsx'
import { useFoundRecords } from './found-records.tsx'
import { useFoundSegments } from './found-segments.tsx'
import { pageActions } from './page-actions.tsx'
import { useRecentCommands } from './recent-commands.tsx'

type Group = { label: string; commands: readonly Command[] }

function groupsOf(commands: readonly Command[]): Group[] {
  const groups = new Map<string, Command[]>()
  for (const command of commands) {
    groups.set(command.group, [...(groups.get(command.group) ?? []), command])
  }
  return [...groups].map(([label, members]) => ({ label, commands: members }))
}

function moved(index: number, key: string, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowUp') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

function runAndClose(command: Command | undefined): void {
  if (!command) return
  closeOverlay()
  command.run()
}

/** What is looked for. */
interface Search {
  /** `>` actions alone, `@` people, `#` the record with an id; else everything. */
  kind: '>' | '@' | '#' | null
  query: string
}

function readSearch(text: string): Search {
  const kind = (['>', '@', '#'] as const).find((mark) => text.startsWith(mark)) ?? null
  return { kind, query: (kind ? text.slice(1) : text).trim() }
}

/** What is looked for by name among records, segments and people. */
function useNamed({ kind, query }: Search): { commands: Command[]; isLooking: boolean } {
  const named = kind === null ? query : ''
  const { records, isLooking } = useFoundRecords(named, kind === '#' ? Number(query) : null)
  const segments = useFoundSegments(named)
  const people = useFoundPeople(kind === '@' || named !== '' ? query : null)
  return { commands: [...records, ...segments, ...people], isLooking }
}

const nothing: Search = { kind: '>', query: '' }

/** All that the menu offers for what was typed, best first. */
function useOffers(scope: 'all' | 'create', text: string): { commands: Command[]; isLooking: boolean } {
  const search = useDeferredValue(useMemo(() => readSearch(text), [text]))
  const { kind, query } = search
  const { commands: named, isLooking } = useNamed(scope === 'all' ? search : nothing)
  const own = useCommands(scope, query)
  const recent = useRecentCommands()
  const [page] = useState(pageActions)
  if (scope === 'create') return { commands: own, isLooking: false }
  if (kind === '#' || kind === '@') return { commands: named, isLooking }
  const acts = page.filter((command) => matches(command, query))
  const remembered = kind === null && query === '' ? recent : []
  return { commands: [...remembered, ...named, ...acts, ...own], isLooking }
}

/** Search and commands in one list. */
export function CommandMenu({ scope }: { scope: 'all' | 'create' }) {
  const listId = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const focusFirst = useFocusAtOnce(popup, inputRef)
  const [text, setText] = useState(takeEarlyText)
  const [index, setIndex] = useState(0)
  const { commands, isLooking } = useOffers(scope, text)
  const groups = groupsOf(commands)
  const all = groups.flatMap((group) => group.commands)
  const current = all[Math.min(index, all.length - 1)]

  useEffect(endEarlyText, [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault()
      return runAndClose(current)
    }
    const next = moved(Math.min(index, all.length - 1), event.key, all.length)
    if (next === undefined || ((event.key === 'Home' || event.key === 'End') && text)) return
    event.preventDefault()
    setIndex(next)
    document.getElementById(`${listId}-${all[next]!.id}`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <Base.Root open onOpenChange={(open) => !open && closeOverlay()}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          ref={popup}
          initialFocus={focusFirst}
          aria-label={scope === 'create' ? 'Create' : 'Command menu'}
          className="pop-in fixed inset-x-4 top-[max(1rem,14dvh)] z-40 mx-auto flex max-h-[min(30rem,72dvh)] max-w-150 flex-col overflow-hidden rounded-dialog border border-line bg-raised shadow-dialog outline-none"
        >
          <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4 text-3">
            {isLooking ? <Spinner size={16} /> : <IconSearch size={16} aria-hidden />}
            <input
              ref={inputRef}
              role="combobox"
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={current && `${listId}-${current.id}`}
              aria-label={scope === 'create' ? 'Create' : 'Search records or type a command'}
              placeholder={scope === 'create' ? 'Create…' : 'Search records or type a command'}
              className="h-full min-w-0 flex-1 bg-transparent text-title text-1 outline-none"
              autoComplete="off"
              spellCheck={false}
              value={text}
              onKeyDown={onKeyDown}
              onChange={(event) => {
                setText(event.target.value)
                setIndex(0)
              }}
            />
          </div>
          <div id={listId} role="listbox" aria-label="Results" className="min-h-0 overflow-y-auto p-1.5">
            {groups.map((group) => (
              <div key={group.label} role="group" aria-label={group.label}>
                <div className="px-2.5 pt-2 pb-1 text-meta font-medium text-3" aria-hidden>
                  {group.label}
                </div>
                {group.commands.map((command) => (
                  <CommandRow
                    key={command.id}
                    id={`${listId}-${command.id}`}
                    command={command}
                    active={command === current}
                    onPoint={() => setIndex(all.indexOf(command))}
                    onRun={() => runAndClose(command)}
                  />
                ))}
              </div>
            ))}
          </div>
          {all.length === 0 && (
            <p role="status" className="px-4 py-8 text-center text-2">
              {isLooking ? 'Searching…' : `Nothing matches “${readSearch(text).query}”`}
            </p>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

type CommandRowProps = {
  id: string
  command: Command
  active: boolean
  onPoint: () => void
  onRun: () => void
}

/* The keyboard stays in the input, which names the active row; rows only take the pointer. */
function CommandRow({ id, command, active, onPoint, onRun }: CommandRowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onPointerMove={onPoint}
      onClick={onRun}
      className={cx('flex h-8.5 items-center gap-2.5 rounded-control px-2.5', active && 'bg-raised-hover')}
    >
      <span className="flex shrink-0 text-3 [&_svg]:size-4">{command.icon}</span>
      <span className="min-w-0 truncate">{command.label}</span>
      {command.detail && (
        <span className={cx('min-w-0 shrink truncate text-label', active ? 'text-2' : 'text-3')}>
          {command.detail}
        </span>
      )}
      {command.keys && <Kbd keys={command.keys} className="ml-auto" />}
    </div>
  )
}
