import type { Shortcut } from '../../components/shortcuts.ts'

const group = 'Tasks of a list'

/** The keys that a task of a list receives by itself, for the help. */
export const readingKeys: readonly Shortcut[] = [
  { keys: 'ArrowDown', label: 'Next task', group },
  { keys: 'ArrowUp', label: 'Previous task', group },
  { keys: 'Enter', label: 'Open the task', group },
]

export const listKeys: readonly Shortcut[] = [
  ...readingKeys,
  { keys: 'X', label: 'Select the task', group },
  { keys: 'E', label: 'Complete the task', group },
  { keys: 'S', label: 'Start the task', group },
  { keys: 'D', label: 'Set the due date', group },
  { keys: 'A', label: 'Assign the task', group },
  { keys: 'shift+1', label: 'Low priority, up to Urgent with 4', group },
]
