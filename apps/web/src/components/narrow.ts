import { useSyncExternalStore } from 'react'

/** Below 768 px there is no room for a sidebar or a grid. */
export const narrowWindow = window.matchMedia('(max-width: 47.99rem)')

function subscribe(listener: () => void): () => void {
  narrowWindow.addEventListener('change', listener)
  return () => narrowWindow.removeEventListener('change', listener)
}

/** Whether the window is a phone's: lists are cards there. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrowWindow.matches)
}
