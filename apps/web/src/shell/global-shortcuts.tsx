import { useCan } from '../api/can.ts'
import { useGo } from '../components/go.ts'
import { toggleSidebar } from '../components/sidebar-state.ts'
import { everywhere, useShortcut } from '../components/shortcuts.ts'
import { openCommandMenu, openShortcutHelp } from './command-menu/command-menu-state.ts'
import { useAppParts, type Destination } from '../feature.ts'
import { allowedDestinations } from './navigation.ts'

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('[data-page-search]')
  field?.focus()
  field?.select()
}

/** The keys that work on every screen. */
export function GlobalShortcuts() {
  const may = useCan()
  const { places, settings } = allowedDestinations(useAppParts(), may)
  const reachable = [...places, ...settings].filter(({ key }) => key)
  return (
    <>
      <Everywhere />
      {reachable.map((item) => (
        <GoTo key={item.to} item={item} />
      ))}
    </>
  )
}

function Everywhere() {
  const may = useCan()
  useShortcut('mod+k', () => openCommandMenu('all'), { label: 'Search or jump to', group: everywhere })
  useShortcut('/', focusSearch, { label: 'Search in the page', group: everywhere })
  useShortcut(may('record.create') ? 'c' : null, () => openCommandMenu('create'), {
    label: 'Create',
    group: everywhere,
  })
  useShortcut('[', toggleSidebar, { label: 'Collapse sidebar', group: everywhere })
  useShortcut('?', openShortcutHelp, { label: 'Keyboard shortcuts', group: everywhere })
  return null
}

function GoTo({ item }: { item: Destination }) {
  const go = useGo()
  useShortcut(`g ${item.key}`, () => go(item.to), { label: item.label, group: 'Go to' })
  return null
}
