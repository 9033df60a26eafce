import { IconSettings } from '@tabler/icons-react'
import type { Permission } from '@steward/contracts/plain/permission'
import type { AppParts, Destination, SettingsEntry, SidebarEntry } from '../feature.ts'
import { paths } from '../paths.ts'

export interface DestinationGroup<Entry extends Destination = Destination> {
  label: string
  items: readonly Entry[]
}

const sidebarGroupNames: readonly SidebarEntry['group'][] = ['Start', 'Customers', 'Work']
const settingsGroupNames: readonly SettingsEntry['group'][] = ['You', 'People', 'Data', 'System']

function grouped<Entry extends SidebarEntry | SettingsEntry>(
  names: readonly Entry['group'][],
  entries: readonly Entry[],
): DestinationGroup<Entry>[] {
  return names.map((label) => ({
    label,
    items: entries.filter(({ group }) => group === label).toSorted((one, other) => one.order - other.order),
  }))
}

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
function allowed<Entry extends Destination>(
  groups: readonly DestinationGroup<Entry>[],
  may: May,
): DestinationGroup<Entry>[] {
  return groups
    .map(({ label, items }) => ({
      label,
      items: items.filter(({ permission }) => !permission || may(permission)),
    }))
    .filter(({ items }) => items.length > 0)
}

/** What the sidebar shows to a user, settings aside. */
export function sidebarGroups(parts: readonly AppParts[], may: May): DestinationGroup<SidebarEntry>[] {
  return allowed(
    grouped(
      sidebarGroupNames,
      parts.flatMap(({ sidebar = [] }) => sidebar),
    ),
    may,
  )
}

/** The sections of the settings that a user may see. */
export function settingsGroups(parts: readonly AppParts[], may: May): DestinationGroup<SettingsEntry>[] {
  return allowed(
    grouped(
      settingsGroupNames,
      parts.flatMap(({ settings = [] }) => settings),
    ),
    may,
  )
}

const entriesOf = (groups: readonly DestinationGroup[]) => groups.flatMap((group) => group.items)

/** Where a user can go, in the order in which it is offered; what the command menu and the G keys lead to. */
export function allowedDestinations(
  parts: readonly AppParts[],
  may: May,
): { places: Destination[]; settings: Destination[] } {
  const sections = entriesOf(settingsGroups(parts, may))
  return {
    places: entriesOf(sidebarGroups(parts, may)),
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
