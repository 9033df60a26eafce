import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../ui/storage.ts'
import { narrowWindow } from './narrow.ts'

/** wide 228 px, folded 52 px, hidden below 768 px; open lies over the page as long as it is needed. */
export type SidebarMode = 'wide' | 'folded' | 'hidden' | 'open'

const key = 'steward.sidebar'
const listeners = new Set<() => void>()
const roomy = window.matchMedia('(min-width: 75rem)')

let folded = readStored(key) === 'folded'
let open = false

function announce(): void {
  for (const listener of listeners) listener()
}

function read(): SidebarMode {
  if (open && !roomy.matches) return 'open'
  if (narrowWindow().matches) return 'hidden'
  return folded || !roomy.matches ? 'folded' : 'wide'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  roomy.addEventListener('change', listener)
  narrowWindow().addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    roomy.removeEventListener('change', listener)
    narrowWindow().removeEventListener('change', listener)
  }
}

/** Folds or unfolds where there is room, and remembers it; elsewhere opens it over the page. */
export function toggleSidebar(): void {
  if (roomy.matches) {
    folded = !folded
    writeStored(key, folded ? 'folded' : null)
  } else open = !open
  announce()
}

export function closeSidebar(): void {
  if (!open) return
  open = false
  announce()
}

export function useSidebarMode(): SidebarMode {
  return useSyncExternalStore(subscribe, read)
}
