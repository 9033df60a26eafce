import {
  IconBriefcase,
  IconBuilding,
  IconCalendarEvent,
  IconCoins,
  IconFilter,
  IconHeartbeat,
  IconHistory,
  IconKey,
  IconLogin2,
  IconMail,
  IconMailForward,
  IconNotes,
  IconSettings,
  IconShieldHalf,
  IconTableImport,
  IconUser,
  IconUserCircle,
  IconUserMinus,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'
import { levels, type LevelName } from '@steward/contracts/level'
import type { Permission } from '@steward/contracts/plain/permission'
import { paths } from '../paths.ts'

export type Destination = {
  label: string
  icon: Icon
  to: string
  /** Addresses that start with one of these show the entry as the current one; the longest wins. */
  under: readonly string[]
  /** The second key after G. */
  key?: string
  permission?: Permission
  /** Further words that the search of the settings finds it by. */
  words?: string
}

export type DestinationGroup = { label: string; items: readonly Destination[] }

/** What the sidebar shows, settings aside. */
export const destinationGroups: readonly DestinationGroup[] = [
  {
    label: 'Customers',
    items: [
      {
        label: 'Organizations',
        icon: IconBuilding,
        to: paths.list('organizations'),
        under: ['/app/organizations'],
        key: 'o',
      },
      {
        label: 'Accounts',
        icon: IconBriefcase,
        to: paths.list('accounts'),
        under: ['/app/accounts'],
        key: 'a',
      },
      { label: 'Contacts', icon: IconUser, to: paths.list('contacts'), under: ['/app/contacts'], key: 'c' },
      {
        label: 'Pipelines',
        icon: IconFilter,
        to: paths.list('pipelines'),
        under: ['/app/pipelines'],
        key: 'p',
      },
      {
        label: 'Segments',
        icon: IconUsersGroup,
        to: paths.segments,
        under: [paths.segments],
        key: 'e',
        permission: 'segment.read',
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
        under: [paths.imports],
        key: 'i',
        permission: 'bulk.read',
      },
    ],
  },
]

const fieldIcons: Record<LevelName, Icon> = {
  organization: IconBuilding,
  account: IconBriefcase,
  contact: IconUser,
  pipeline: IconFilter,
}

/** The sections of the settings: a page there needs an entry here, and its route under the settings frame. */
export const settingsGroups: readonly DestinationGroup[] = [
  {
    label: 'You',
    items: [
      {
        label: 'Profile',
        icon: IconUserCircle,
        to: paths.profile,
        under: [paths.profile],
        permission: 'self.edit',
        words:
          'name picture photo language locale time zone currency theme password two-factor second factor 2fa sessions',
      },
      {
        label: 'My API tokens',
        icon: IconKey,
        to: paths.personalTokens,
        under: [paths.personalTokens],
        permission: 'self.edit',
        words: 'personal access programs',
      },
    ],
  },
  {
    label: 'People',
    items: [
      {
        label: 'Users',
        icon: IconUsers,
        to: paths.users,
        under: [paths.users],
        key: 'u',
        permission: 'user.read',
        words: 'people invite deactivate role',
      },
      {
        label: 'Roles',
        icon: IconShieldHalf,
        to: paths.roles,
        under: [paths.roles],
        permission: 'user.administer',
        words: 'permissions rights',
      },
    ],
  },
  {
    label: 'Data',
    items: [
      ...levels.map(({ name, label, plural }) => ({
        label: `${label} fields`,
        icon: fieldIcons[name],
        to: paths.fields(name),
        under: [paths.fields(name)],
        permission: 'field.administer' as const,
        words: `custom system attributes columns mapping pins sections picklist options formula data management ${plural}`,
      })),
      {
        label: 'Currency',
        icon: IconCoins,
        to: paths.currency,
        under: [paths.currency],
        permission: 'currency.administer',
        words: 'money exchange rates base default amounts',
      },
      {
        label: 'Health scores',
        icon: IconHeartbeat,
        to: paths.analyticsManagement,
        under: [paths.analyticsManagement],
        permission: 'health.administer',
        words:
          'analytics management measures thresholds weights rag red amber green colours bands versions trial',
      },
      {
        label: 'Churn reasons',
        icon: IconUserMinus,
        to: paths.churnReasons,
        under: [paths.churnReasons],
        permission: 'field.administer',
        words: 'churned lost left customers why reason tree',
      },
      {
        label: 'Activity types',
        icon: IconCalendarEvent,
        to: paths.activityTypes,
        under: [paths.activityTypes],
        permission: 'activity.administer',
        words: 'call meeting demo log timeline icon',
      },
      {
        label: 'Note templates',
        icon: IconNotes,
        to: paths.noteTemplates,
        under: [paths.noteTemplates],
        permission: 'activity.administer',
        words: 'notes timeline text snippets',
      },
      {
        label: 'Email templates',
        icon: IconMail,
        to: paths.mailTemplates,
        under: [paths.mailTemplates],
        permission: 'activity.administer',
        words: 'mail message text placeholder merge field signature',
      },
    ],
  },
  {
    label: 'System',
    items: [
      {
        label: 'Sign-in',
        icon: IconLogin2,
        to: paths.signInSettings,
        under: [paths.signInSettings],
        permission: 'sign-in.administer',
        words: 'provider sso single cognito openid connect oidc password second factor domains',
      },
      {
        label: 'API tokens',
        icon: IconKey,
        to: paths.companyTokens,
        under: [paths.companyTokens],
        permission: 'api-token.administer',
        words: 'company programs integrations',
      },
      {
        label: 'Audit log',
        icon: IconHistory,
        to: paths.auditLog,
        under: [paths.auditLog],
        permission: 'audit.read',
        words: 'security export sign-in history',
      },
      {
        label: 'Outbox',
        icon: IconMailForward,
        to: paths.outbox,
        under: [paths.outbox],
        permission: 'message.read',
        words: 'mail email e-mail sms messages',
      },
    ],
  },
]

/** The way to the sections of the settings; shown to anyone who may see one of them. */
export const settingsDestination: Destination = {
  label: 'Settings',
  icon: IconSettings,
  to: paths.settings,
  under: [paths.settings, paths.users, paths.profile],
  key: ',',
}

type May = (permission: Permission) => boolean

/** The groups with what a user may see of them; empty ones are skipped. */
export function allowedGroups(groups: readonly DestinationGroup[], may: May): DestinationGroup[] {
  return groups
    .map(({ label, items }) => ({
      label,
      items: items.filter(({ permission }) => !permission || may(permission)),
    }))
    .filter(({ items }) => items.length > 0)
}

/** Where a user can go, in the order in which it is offered; what the command menu and the G keys lead to. */
export function allowedDestinations(may: May): { places: Destination[]; settings: Destination[] } {
  const items = (groups: readonly DestinationGroup[]) =>
    allowedGroups(groups, may).flatMap((group) => group.items)
  const sections = items(settingsGroups)
  return {
    places: items(destinationGroups),
    settings: sections.length > 0 ? [settingsDestination, ...sections] : [],
  }
}

/** Which of some destinations an address belongs to. */
export function currentDestination(items: readonly Destination[], pathname: string): Destination | undefined {
  const depth = ({ under }: Destination) =>
    Math.max(
      ...under.map((start) => (pathname === start || pathname.startsWith(`${start}/`) ? start.length : 0)),
    )
  const [deepest] = items
    .filter((item) => depth(item) > 0)
    .toSorted((one, other) => depth(other) - depth(one))
  return deepest
}
