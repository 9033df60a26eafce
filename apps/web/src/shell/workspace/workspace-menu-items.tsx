import {
  IconApi,
  IconBook2,
  IconDeviceDesktop,
  IconHistory,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconShieldLock,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { useCan } from '../../api/can.ts'
import { signOut } from '../../api/identity.ts'
import { useUser } from '../../api/session.ts'
import { fullName, imageAddress } from '../../entities/user/index.ts'
import { useGo } from '../../components/go.ts'
import { paths } from '../../paths.ts'
import { AnchoredMenu } from '../../ui/anchored.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { MenuGroup, MenuItem, MenuLink, MenuRadio, MenuSeparator } from '../../ui/menu.tsx'
import { useTheme, type ThemeChoice } from '../../ui/theme.ts'
import { openShortcutHelp } from '../command-menu/command-menu-state.ts'

const themes = [
  { value: 'system', label: 'Same as device', icon: <IconDeviceDesktop aria-hidden /> },
  { value: 'light', label: 'Light', icon: <IconSun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <IconMoon aria-hidden /> },
] as const

/** Who is signed in, the theme, the keys and the way out. */
export function WorkspaceMenuItems({ anchor, onClose }: { anchor: Element | null; onClose: () => void }) {
  const user = useUser()
  const [theme, setTheme] = useTheme()
  const mayEdit = useCan()('self.edit')
  const go = useGo()
  const name = fullName(user)
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose}>
      <div className="flex items-center gap-2.5 px-2 py-2">
        <Avatar name={name} src={imageAddress(user)} size={32} />
        <div className="min-w-0">
          <p className="truncate font-semibold">{name}</p>
          <p className="truncate text-label text-3">
            {user.email} · {user.roleName}
          </p>
        </div>
      </div>
      <MenuSeparator />
      {mayEdit && (
        <>
          <MenuItem icon={<IconUserCircle aria-hidden />} onSelect={() => go(paths.profile)}>
            Profile
          </MenuItem>
          <MenuItem icon={<IconShieldLock aria-hidden />} onSelect={() => go(paths.security)}>
            Security
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={<IconHistory aria-hidden />} onSelect={() => go(paths.recentChanges)}>
        Recent changes
      </MenuItem>
      <MenuSeparator />
      <MenuGroup label="Theme">
        <MenuRadio<ThemeChoice> value={theme} onChange={setTheme} options={themes} />
      </MenuGroup>
      <MenuSeparator />
      <MenuLink icon={<IconBook2 aria-hidden />} href={paths.guide}>
        Guide
      </MenuLink>
      <MenuLink icon={<IconApi aria-hidden />} href={paths.apiDocs}>
        API docs
      </MenuLink>
      <MenuItem icon={<IconKeyboard aria-hidden />} shortcut="?" onSelect={openShortcutHelp}>
        Keyboard shortcuts
      </MenuItem>
      <MenuItem icon={<IconLogout aria-hidden />} onSelect={signOut}>
        Log out
      </MenuItem>
    </AnchoredMenu>
  )
}
