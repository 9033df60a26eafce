import type { Shortcut } from '../shortcuts.ts'

const group = 'Cells of a list'

const reading: readonly Shortcut[] = [
  { keys: 'shift+arrows', label: 'Select a range of cells', group },
  { keys: 'mod+shift+arrows', label: 'Select to the end', group },
  { keys: 'shift+space', label: 'Select the row', group },
  { keys: 'X', label: 'Select the row, from its name', group },
  { keys: 'shift+X', label: 'Select all rows from the last one', group },
  { keys: 'mod+home', label: 'First cell', group },
  { keys: 'mod+end', label: 'Last cell', group },
  { keys: '.', label: 'Menu of the row, from its name', group },
  { keys: 'mod+c', label: 'Copy', group },
]

const writing: readonly Shortcut[] = [
  { keys: 'F2', label: 'Edit the cell', group },
  { keys: 'mod+v', label: 'Paste', group },
  { keys: 'mod+d', label: 'Fill down', group },
  { keys: 'mod+r', label: 'Fill right', group },
  { keys: 'delete', label: 'Clear', group },
]

/** The keys that a grid receives by itself, for the help. */
export function gridShortcuts(canEdit: boolean): readonly Shortcut[] {
  return canEdit ? [...reading, ...writing] : reading
}
