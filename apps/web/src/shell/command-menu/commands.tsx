import {
  IconKeyboard,
  IconLayoutSidebar,
  IconLogout,
  IconMoon,
  IconPlus,
  IconShieldLock,
  IconSun,
  IconUpload,
  IconUserPlus,
} from '@tabler/icons-react'
import { levels } from '@steward/contracts/level'
import { useCan } from '../../api/can.ts'
import { signOut } from '../../api/identity.ts'
import { toggleSidebar } from '../../components/sidebar-state.ts'
import { useGo } from '../../components/go.ts'
import { paths } from '../../paths.ts'
import { setTheme } from '../../ui/theme.ts'
import { matches, type Command } from './command.ts'
import { openShortcutHelp } from './command-menu-state.ts'
import { allowedDestinations, type Destination } from '../navigation.ts'

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
  const goTo = (address: string) => () => go(address)

  const allowed = allowedDestinations(may)
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
  const create = levels.map<Command>((level) => ({
    id: `create-${level.name}`,
    group: 'Create',
    label: `New ${level.name}`,
    icon: <IconPlus />,
    run: goTo(paths.create(level.plural)),
  }))
  const upload: Command = {
    id: 'create-import',
    group: 'Create',
    label: 'Import from a file',
    icon: <IconUpload />,
    run: goTo(paths.newImport),
  }
  const invite: Command = {
    id: 'create-invitation',
    group: 'Create',
    label: 'Invite users',
    icon: <IconUserPlus />,
    run: goTo(paths.inviteUsers),
  }
  const security: Command = {
    id: 'go-Security',
    group: 'Settings',
    label: 'Security: password, two-factor authentication, sessions',
    icon: <IconShieldLock />,
    run: goTo(paths.security),
  }
  const creating = [
    ...(may('record.create') ? create : []),
    ...(may('bulk.run') ? [upload] : []),
    ...(may('user.administer') ? [invite] : []),
  ]
  const offered =
    scope === 'create'
      ? creating
      : [
          ...allowed.places.map(wayTo('Go to')),
          ...creating,
          ...actionCommands(),
          ...allowed.settings.map(wayTo('Settings')),
          ...(may('self.edit') ? [security] : []),
        ]
  return offered.filter((command) => matches(command, query))
}
