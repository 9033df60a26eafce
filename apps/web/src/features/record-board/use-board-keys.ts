import type { KeyboardEvent, MouseEvent } from 'react'
import { singleKeysOn } from '../../components/shortcuts.ts'
import type { Direction } from './use-board-cursor.ts'

type BoardKeys = {
  /** The card that a key on the focused one is for: keys may be faster than the focus. */
  meant: (focused: number) => number
  go: (id: number, to: Direction) => boolean
  /** To the next column on that side that takes cards. */
  moveBeside: (id: number, side: 'left' | 'right') => void
  openMoveMenu: (id: number, anchor: Element) => void
  peek: (id: number) => void
  closePeek: () => void
  /** `apart` in a tab of its own. */
  open: (id: number) => void
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
}

const cardAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-card]') : null

/** Keys and clicks on the cards of a board, heard in one place. */
export function useBoardKeys(keys: BoardKeys) {
  function onArrow(event: KeyboardEvent, id: number): boolean {
    const to = directions[event.key]
    if (!to) return false
    if (event.altKey) {
      if (to === 'left' || to === 'right') keys.moveBeside(id, to)
    } else keys.go(id, to)
    return true
  }

  function onLetter(event: KeyboardEvent, id: number, card: Element): boolean {
    if (event.altKey) return false
    if (event.key === ' ') keys.peek(id)
    else if (event.key === 'Escape') keys.closePeek()
    else if (event.key.toLowerCase() === 'm' && singleKeysOn()) keys.openMoveMenu(id, card)
    else return false
    return true
  }

  return {
    onKeyDown(event: KeyboardEvent) {
      const card = cardAt(event.target)
      if (!card || event.ctrlKey || event.metaKey || event.defaultPrevented) return
      const id = keys.meant(Number(card.dataset['card']))
      if (onArrow(event, id) || onLetter(event, id, card)) event.preventDefault()
    },
    onClick(event: MouseEvent) {
      const card = cardAt(event.target)
      // A new tab or window is the browser's affair.
      if (!card || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      const id = Number(card.dataset['card'])
      const isLink = (event.target as Element).closest('a') !== null
      card.querySelector('a')?.focus()
      if (isLink) keys.open(id)
      else keys.peek(id)
    },
  }
}
