import type { SuggestionOptions, SuggestionProps } from '@tiptap/suggestion'
import { mayBecomeName, stepFrom, type MentionChoice } from './mention-choices.rules.ts'
import { findMentions } from './mention-source.ts'

/** The list that is open at an @. */
export interface OpenMentions {
  choices: readonly MentionChoice[]
  isLoading: boolean
  query: string
  /** Which of the choices Enter takes; -1 for none. */
  at: number
  take(choice: MentionChoice): void
  /** Keeps an element at the @; returns what ends that. */
  mount(element: HTMLElement): () => void
}

type Props = SuggestionProps<MentionChoice, MentionChoice>

/** What lies between the editor, which knows where an @ stands, and the list that is drawn for it. */
export function createMentionPicker() {
  const listeners = new Set<() => void>()
  let open: OpenMentions | null = null
  let recordId: number | undefined

  function set(next: OpenMentions | null) {
    open = next
    for (const listener of listeners) listener()
  }

  function show({ items, loading, query, command, mount }: Props) {
    const held = open?.choices[open.at]
    const same = items.findIndex(({ kind, id }) => kind === held?.kind && id === held.id)
    const at = same === -1 ? stepFrom(items, -1, 1) : same
    set({ choices: items, isLoading: loading, query, at, take: command, mount })
  }

  function step(by: 1 | -1) {
    if (open) set({ ...open, at: stepFrom(open.choices, open.at, by) })
  }

  /** Whether the key was one of the list. */
  function onKey(event: KeyboardEvent): boolean {
    // A dialog around the editor closes by Escape, too.
    if (event.key === 'Escape') event.stopPropagation()
    if (!open || open.choices.length === 0 || event.ctrlKey || event.metaKey) return false
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' || event.key === 'Tab') {
      const choice = open.choices[open.at]
      if (!choice) return false
      open.take(choice)
    } else return false
    return true
  }

  return {
    /** Sets the record whose page the text is on. */
    setRecord: (id: number | undefined) => void (recordId = id),
    read: () => open,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    options: {
      char: '@',
      allowSpaces: true,
      debounce: 120,
      floatingUi: { strategy: 'fixed' },
      items: ({ query, signal }) => findMentions(query, signal, recordId),
      shouldShow: ({ query }) => mayBecomeName(query),
      render: () => ({
        onStart: show,
        onUpdate: show,
        onExit: () => set(null),
        onKeyDown: ({ event }) => onKey(event),
      }),
    } satisfies Partial<SuggestionOptions<MentionChoice, MentionChoice>>,
  }
}

export type MentionPicker = ReturnType<typeof createMentionPicker>
