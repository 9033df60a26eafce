import { useSyncExternalStore } from 'react'

/** all: records, go to, actions. create: only what can be created. */
export type Overlay = 'all' | 'create' | 'shortcuts' | null

const listeners = new Set<() => void>()
let overlay: Overlay = null

function set(next: Overlay): void {
  overlay = next
  for (const listener of listeners) listener()
}

export function openCommandMenu(which: 'all' | 'create'): void {
  set(which)
}

export function openShortcutHelp(): void {
  set('shortcuts')
}

export function closeOverlay(): void {
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

/** The menu's chunk is asked for when somebody is about to open it. */
export function preloadCommandMenu(): void {
  void import('./command-menu.tsx')
}
