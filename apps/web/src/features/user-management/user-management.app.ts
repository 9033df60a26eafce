import { IconShieldHalf, IconUserPlus, IconUsers, IconUsersPlus } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

export const userManagementApp: AppParts = {
  settings: [
    {
      group: 'People',
      order: 10,
      label: 'Users',
      icon: IconUsers,
      to: paths.users,
      under: [paths.users],
      key: 'u',
      permission: 'user.read',
      words: 'people invite deactivate role',
    },
    {
      group: 'People',
      order: 20,
      label: 'Roles',
      icon: IconShieldHalf,
      to: paths.roles,
      under: [paths.roles],
      permission: 'user.administer',
      words: 'permissions rights',
    },
  ],
  commands: [
    {
      id: 'create-invitation',
      group: 'Create',
      label: 'Invite users',
      icon: IconUserPlus,
      to: paths.inviteUsers,
      permission: 'user.administer',
    },
    {
      id: 'import-users',
      group: 'Create',
      label: 'Import users',
      icon: IconUsersPlus,
      to: paths.importUsers,
      permission: 'user.administer',
    },
  ],
}
