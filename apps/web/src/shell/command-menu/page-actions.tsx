import { IconBolt } from '@tabler/icons-react'
import { activeActions, everywhere } from '../../components/shortcuts.ts'
import type { Command } from './command.ts'

/** The menu has these itself, each in its own group. */
const elsewhere = new Set([everywhere, 'Go to'])

/** What the page below the menu offers to do: with the open record, the list, the selection. */
export function pageActions(): Command[] {
  return activeActions()
    .filter(({ group }) => !elsewhere.has(group))
    .map(({ group, label, keys, run }) => ({
      id: `page-${group}-${label}`.replaceAll(/\W+/g, '-'),
      group,
      label,
      icon: <IconBolt />,
      ...(keys ? { keys } : {}),
      run,
    }))
}
