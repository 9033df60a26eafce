import { useState, type KeyboardEvent, type RefObject } from 'react'
import { drawNow } from '../../ui/draw-now.ts'
import {
  accept,
  proposalsFor,
  typedAt,
  type OfferedField,
  type Proposal,
  type Typed,
} from './completion.rules.ts'

export interface Completion {
  proposals: readonly Proposal[]
  active: number
  setActive(index: number): void
  choose(proposal: Proposal): void
  close(): void
  /** Looks at what is before the caret after typing or moving. */
  look(): void
  onKeyDown(event: KeyboardEvent): void
}

type State = { typed: Typed; caret: number; active: number }

/** Proposals at the caret of a text area, chosen by arrow keys and Enter or Tab, or by pointing. */
export function useCompletion(
  area: RefObject<HTMLTextAreaElement | null>,
  fields: readonly OfferedField[],
  onChange: (formula: string) => void,
): Completion {
  const [state, setState] = useState<State | null>(null)
  const proposals = proposalsFor(state?.typed ?? null, fields)
  const close = () => setState(null)

  function look() {
    const { current } = area
    if (!current || current.selectionStart !== current.selectionEnd) return close()
    const typed = typedAt(current.value, current.selectionStart)
    setState(typed && { typed, caret: current.selectionStart, active: 0 })
  }

  function choose(proposal: Proposal) {
    const { current } = area
    if (!current || !state) return
    const next = accept(current.value, state.caret, state.typed, proposal)
    // The caret can go to its place once the new text is there.
    drawNow(() => {
      onChange(next.formula)
      close()
    })
    current.focus()
    current.setSelectionRange(next.caret, next.caret)
  }

  function move(by: number) {
    setState(
      (before) => before && { ...before, active: (before.active + by + proposals.length) % proposals.length },
    )
  }

  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => choose(proposals[state?.active ?? 0] as Proposal),
    Tab: () => choose(proposals[state?.active ?? 0] as Proposal),
    Escape: close,
  }

  return {
    proposals,
    active: state?.active ?? 0,
    setActive: (active) => setState((before) => before && { ...before, active }),
    choose,
    close,
    look,
    onKeyDown(event) {
      const act = proposals.length > 0 ? keys[event.key] : undefined
      if (!act || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      act()
    },
  }
}
