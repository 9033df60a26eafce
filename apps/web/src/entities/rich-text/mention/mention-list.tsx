import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { cx } from '../../../ui/cx.ts'
import { popupClass } from '../../../ui/option-row.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { MentionChoice } from './mention-choices.rules.ts'
import type { MentionPicker, OpenMentions } from './mention-picker.ts'

const optionId = (id: string, at: number) => `${id}-${at}`

/** What the field has to say of its list, so that it is received; empty while there is none. */
export function mentionAttributes(open: OpenMentions | null, id: string): Record<string, string> {
  if (!open) return {}
  const attributes: Record<string, string> = { 'aria-autocomplete': 'list', 'aria-controls': id }
  if (open.at !== -1) attributes['aria-activedescendant'] = optionId(id, open.at)
  return attributes
}

export function useOpenMentions(picker: MentionPicker): OpenMentions | null {
  return useSyncExternalStore(picker.subscribe, picker.read)
}

function countText({ choices, isLoading }: OpenMentions): string {
  if (choices.length > 0) return `${choices.length} suggestions. Use ↑ ↓ and Enter.`
  return isLoading ? '' : 'No matches.'
}

/** The list at an @: it follows the text, and the focus stays there. */
export function MentionList({ open, id }: { open: OpenMentions; id: string }) {
  const list = useRef<HTMLDivElement>(null)
  const { mount, choices, at } = open
  const latest = useRef(mount)
  useEffect(() => latest.current(list.current!), [])
  useEffect(() => {
    list.current?.querySelectorAll('[role=option]')[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  // Words that merely follow an @ must not be covered.
  const isQuiet = choices.length === 0 && !open.isLoading && /\s/.test(open.query)

  return (
    <div ref={list} className={cx(popupClass, 'fixed top-0 left-0 z-50 w-80', isQuiet && 'hidden')}>
      <div id={id} role="listbox" aria-label="People and records" className="max-h-72 overflow-y-auto p-1">
        {choices.map((choice, index) => (
          <Choice
            key={`${choice.kind}-${choice.id}`}
            id={optionId(id, index)}
            choice={choice}
            isActive={index === at}
            onTake={open.take}
          />
        ))}
      </div>
      {choices.length === 0 && (
        <div className="flex items-center gap-2 px-3 pb-2.5 text-body text-3">
          {open.isLoading ? <Spinner label="Searching" /> : 'No matches'}
        </div>
      )}
      <p role="status" className="hidden-text">
        {countText(open)}
      </p>
    </div>
  )
}

type ChoiceProps = {
  id: string
  choice: MentionChoice
  isActive: boolean
  onTake: (choice: MentionChoice) => void
}

function Choice({ id, choice, isActive, onTake }: ChoiceProps) {
  const { kind, label, detail, reason } = choice
  return (
    // The keys are those of the text, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={reason !== null || undefined}
      // The text would lose the cursor.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => reason === null && onTake(choice)}
      className={cx(
        'flex min-h-8 items-center gap-2 rounded-chip px-2 py-1 text-body',
        isActive && 'bg-raised-hover',
        reason === null ? 'hover:bg-raised-hover' : 'text-3',
      )}
    >
      <Avatar name={label} size={18} square={kind !== 'user' && kind !== 'contact'} />
      <span className="min-w-0 truncate">{label}</span>
      <span className="ml-auto max-w-[55%] shrink-0 truncate pl-2 text-label text-3">{reason ?? detail}</span>
    </div>
  )
}
