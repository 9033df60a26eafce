import { IconShieldLock, IconUserCircle } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

export const profileApp: AppParts = {
  settings: [
    {
      group: 'You',
      order: 10,
      label: 'Profile',
      icon: IconUserCircle,
      to: paths.profile,
      under: [paths.profile],
      permission: 'self.edit',
      words:
        'name picture photo language locale time zone currency theme password two-factor second factor 2fa sessions',
    },
  ],
  commands: [
    {
      id: 'go-Security',
      group: 'Settings',
      label: 'Security: password, two-factor authentication, sessions',
      icon: IconShieldLock,
      to: paths.security,
      permission: 'self.edit',
    },
  ],
}
