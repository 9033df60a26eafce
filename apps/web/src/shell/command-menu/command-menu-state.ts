import { useSyncExternalStore } from 'react'

/** all: records, go to, actions. create: only what can be created. */
export type Overlay = 'all' | 'create' | 'shortcuts' | null

const listeners = new Set<() => void>()
let overlay: Overlay = null

function set(next: Overlay): void {
  overlay = next
  for (const listener of listeners) listener()
}

let early = ''

function keepKey(event: KeyboardEvent): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
  early += event.key
  event.preventDefault()
  event.stopPropagation()
}

/** Opens the menu. What is typed before it is there waits for it. */
export function openCommandMenu(which: 'all' | 'create'): void {
  early = ''
  globalThis.addEventListener('keydown', keepKey, { capture: true })
  set(which)
}

/** What was typed since the menu was asked for; from now on keys are its own. */
export function takeEarlyText(): string {
  return early
}

export function endEarlyText(): void {
  globalThis.removeEventListener('keydown', keepKey, { capture: true })
  early = ''
}

export function openShortcutHelp(): void {
  set('shortcuts')
}

export function closeOverlay(): void {
  endEarlyText()
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
