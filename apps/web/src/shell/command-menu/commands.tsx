import { IconKeyboard, IconLayoutSidebar, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { useCan } from '../../api/can.ts'
import { signOut } from '../../api/identity.ts'
import { toggleSidebar } from '../../components/sidebar-state.ts'
import { useGo } from '../../components/go.ts'
import { useAppParts, type Destination, type FeatureCommand } from '../../feature.ts'
import { setTheme } from '../../ui/theme.ts'
import { matches, type Command } from './command.ts'
import { openShortcutHelp } from './command-menu-state.ts'
import { allowedDestinations } from '../navigation.ts'

function actionCommands(): Command[] {
  const group = 'Actions'
  return [
    {
      id: 'theme-light',
      group,
      label: 'Use the light theme',
      icon: <IconSun />,
      run: () => setTheme('light'),
    },
    { id: 'theme-dark', group, label: 'Use the dark theme', icon: <IconMoon />, run: () => setTheme('dark') },
    {
      id: 'sidebar',
      group,
      label: 'Collapse sidebar',
      icon: <IconLayoutSidebar />,
      keys: '[',
      run: toggleSidebar,
    },
    {
      id: 'keys',
      group,
      label: 'Keyboard shortcuts',
      icon: <IconKeyboard />,
      keys: '?',
      run: openShortcutHelp,
    },
    { id: 'log-out', group, label: 'Log out', icon: <IconLogout />, run: signOut },
  ]
}

/** What the user may do from anywhere and that matches, in the order it is offered. */
export function useCommands(scope: 'all' | 'create', query: string): Command[] {
  const go = useGo()
  const may = useCan()
  const parts = useAppParts()
  const goTo = (address: string) => () => go(address)

  const allowed = allowedDestinations(parts, may)
  const wayTo =
    (group: string) =>
    ({ label, icon: Icon, to, key }: Destination): Command => ({
      id: `go-${label}`,
      group,
      label,
      icon: <Icon />,
      keys: key && `g ${key}`,
      run: goTo(to),
    })
  const ofFeatures = (wanted: FeatureCommand['group']) =>
    parts
      .flatMap(({ commands = [] }) => commands)
      .filter(({ group, permission }) => group === wanted && may(permission))
      .map(({ id, group, label, icon: Icon, to }) => ({ id, group, label, icon: <Icon />, run: goTo(to) }))
  const offered =
    scope === 'create'
      ? ofFeatures('Create')
      : [
          ...allowed.places.map(wayTo('Go to')),
          ...ofFeatures('Go to'),
          ...ofFeatures('Create'),
          ...actionCommands(),
          ...allowed.settings.map(wayTo('Settings')),
          ...ofFeatures('Settings'),
        ]
  return offered.filter((command) => matches(command, query))
}
