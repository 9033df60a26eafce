import { useSyncExternalStore } from 'react'
import { isTyping } from '../../components/shortcuts.ts'

/** all: records, go to, actions. create: only what can be created. */
export type Overlay = 'all' | 'create' | 'shortcuts' | null

const listeners = new Set<() => void>()
let overlay: Overlay = null

function set(next: Overlay): void {
  overlay = next
  for (const listener of listeners) listener()
}

let early = ''
/** The menu's script was asked for and did not come. */
let isMissing = false

function keepKey(event: KeyboardEvent): void {
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
  if (event.key === 'Escape') closeOverlay()
  else if (isText) early += event.key
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Anyone who turns to something else before the menu is there does not want it any more. */
function turnAway({ type, target }: Event): void {
  if (type === 'pointerdown' || isTyping(target)) closeOverlay()
}

const ways = [
  ['keydown', keepKey as (event: Event) => void],
  ['pointerdown', turnAway],
  ['focusin', turnAway],
] as const

function stopKeeping(): void {
  for (const [type, hear] of ways) globalThis.removeEventListener(type, hear, { capture: true })
}

/**
 * Opens the menu. What is typed before it is there waits for it, unless it did not come before. Where it is open
 * already, or on its way, it stays as it is.
 */
export function openCommandMenu(which: 'all' | 'create'): void {
  if (overlay === which && !isMissing) return
  early = ''
  if (!isMissing) for (const [type, hear] of ways) globalThis.addEventListener(type, hear, { capture: true })
  set(which)
}

/** Gives the keys back to the page, as the menu does not come. */
export function missCommandMenu(): void {
  isMissing = true
  stopKeeping()
}

/** What was typed since the menu was asked for; from now on keys are its own. */
export function takeEarlyText(): string {
  return early
}

export function endEarlyText(): void {
  stopKeeping()
  isMissing = false
  early = ''
}

export function openShortcutHelp(): void {
  set('shortcuts')
}

export function closeOverlay(): void {
  stopKeeping()
  early = ''
  set(null)
}

export function useOverlay(): Overlay {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => overlay,
  )
}
