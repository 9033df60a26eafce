import {
  IconBriefcase,
  IconBuilding,
  IconFilter,
  IconTableImport,
  IconUser,
  type Icon,
} from '@tabler/icons-react'
import type { Permission } from '@steward/contracts/permission'
import { paths } from '../paths.ts'

export type Destination = {
  label: string
  icon: Icon
  to: string
  /** Addresses that start with this show the entry as the current one. */
  under: string
  /** The second key after G. */
  key?: string
  permission?: Permission
}

export type DestinationGroup = { label: string; items: readonly Destination[] }

/** What the sidebar shows and the command menu and the G keys lead to. */
export const destinationGroups: readonly DestinationGroup[] = [
  {
    label: 'Customers',
    items: [
      {
        label: 'Organizations',
        icon: IconBuilding,
        to: paths.list('organizations'),
        under: '/app/organizations',
        key: 'o',
      },
      {
        label: 'Accounts',
        icon: IconBriefcase,
        to: paths.list('accounts'),
        under: '/app/accounts',
        key: 'a',
      },
      { label: 'Contacts', icon: IconUser, to: paths.list('contacts'), under: '/app/contacts', key: 'c' },
      {
        label: 'Pipelines',
        icon: IconFilter,
        to: paths.list('pipelines'),
        under: '/app/pipelines',
        key: 'p',
      },
    ],
  },
  {
    label: 'Work',
    items: [
      {
        label: 'Imports',
        icon: IconTableImport,
        to: paths.imports,
        under: paths.imports,
        key: 'i',
        permission: 'bulk.read',
      },
    ],
  },
]

export const destinations: readonly Destination[] = destinationGroups.flatMap((group) => group.items)
