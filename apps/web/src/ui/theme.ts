import { useSyncExternalStore } from 'react'
import { writeStored } from './storage.ts'

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

const key = 'steward.theme'
const listeners = new Set<() => void>()

function read(): ThemeChoice {
  const forced = document.documentElement.dataset.theme
  return forced === 'light' || forced === 'dark' ? forced : 'system'
}

/** Applies a theme now and keeps it for the next start; `system` follows the device. */
export function setTheme(choice: ThemeChoice): void {
  if (choice === 'system') {
    delete document.documentElement.dataset.theme
    writeStored(key, null)
  } else {
    document.documentElement.dataset.theme = choice
    writeStored(key, choice)
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, read), setTheme]
}
