import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let shown: string | null = null

/** Opens the panel of a name, or closes the one that is open. */
export function showPanel(name: string | null): void {
  shown = name
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The name of the open panel. */
export function useShownPanel(): string | null {
  return useSyncExternalStore(subscribe, () => shown)
}
