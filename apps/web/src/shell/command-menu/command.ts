import type { ReactNode } from 'react'

/** Something that the menu offers to do. */
export type Command = {
  id: string
  group: string
  label: string
  detail?: string
  icon: ReactNode
  keys?: string
  run: () => void
}

/** Whether every word is in what the command is called. */
export function matches(command: Command, query: string): boolean {
  const label = command.label.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.includes(word))
}
