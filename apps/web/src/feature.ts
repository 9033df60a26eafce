import { createContext, use, type ComponentType, type ReactNode } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import type { RouteComponent } from '@tanstack/react-router'
import type { Icon } from '@tabler/icons-react'
import type { Selection } from '@steward/contracts/bulk-update'
import type { ChangeNotice } from '@steward/contracts/change-feed'
import type { Level } from '@steward/contracts/level'
import type { Notification } from '@steward/contracts/notification'
import type { Permission } from '@steward/contracts/plain/permission'
import type { RecordLogger, RecordTab } from './entities/record-screen/index.ts'
import type { SegmentMembersProps } from './entities/segment/index.ts'

/**
 * Where a page belongs: before the sign-in, in the app without its sidebar, under /app, beside the sections of the
 * settings (also under /app), or under /app/$level.
 */
export type PageArea = 'signed-out' | 'bare' | 'app' | 'settings' | 'level'

export interface Page {
  area: PageArea
  /** Within the area: `imports/$jobId`. */
  path: string
  /** From `lazyRouteComponent`, so that every page is a chunk of its own. */
  Body: RouteComponent
}

/** An address of a level that only redirects. */
export interface Redirect {
  path: string
  to: (level: string, search: string) => string
}

export interface Destination {
  label: string
  icon: Icon
  to: string
  /** Addresses that start with one of these show the entry as the current one; the longest wins. */
  under: readonly string[]
  /** The second key after G. */
  key?: string
  permission?: Permission
}

/** An entry of the sidebar, of the command menu and, with a key, of the keys after G. */
export interface SidebarEntry extends Destination {
  /** The entries of `Start` come first, without a heading. */
  group: 'Start' | 'Customers' | 'Work'
  /** Entries of a group stand from the lowest to the highest. */
  order: number
}

/** A section of the settings; it is in the command menu and behind the keys after G, too. */
export interface SettingsEntry extends Destination {
  group: 'You' | 'People' | 'Data' | 'System'
  /** Entries of a group stand from the lowest to the highest. */
  order: number
  /** Further words that the search of the settings finds it by. */
  words: string
}

/** What the command menu offers besides the destinations. */
export interface FeatureCommand {
  id: string
  group: 'Create' | 'Go to' | 'Settings'
  label: string
  icon: Icon
  to: string
  permission: Permission
}

/** What lies over a page of a level while its address has one of some parameters. */
export interface LevelOverlay {
  parameters: readonly string[]
  Body: ComponentType
}

/** The members of a segment, drawn as its view says. */
export interface SegmentView {
  mode: 'list' | 'board'
  Body: ComponentType<SegmentMembersProps>
}

/** What happens when others change records, and when the user is notified. */
export interface LiveHandlers {
  changed?: (client: QueryClient, notice: ChangeNotice) => Promise<void>
  /** The notifications of the user are others than before. */
  notified?: (client: QueryClient) => void
  /** Something may have been missed. */
  reset: (client: QueryClient) => void
}

/** A drawer over every page, opened at the top of the sidebar. */
export interface SidebarPanel {
  name: string
  label: string
  icon: Icon
  /** The second key after G. */
  key: string
  /** Gives the number beside the label; 0 shows none. */
  Counted: ComponentType<{ children: (count: number) => ReactNode }>
  Body: ComponentType<{ onClose: () => void }>
}

/** Where a notification leads, by the kind of its subject. */
export interface NotificationPlace {
  subject: string
  to: (notification: Notification) => string | null
}

export interface SelectionActProps {
  level: Level
  selection: Selection
  /** How many records are selected. */
  count: number
  /** Closes what is open; `isDone` clears the selection as well. */
  onClose: (isDone: boolean) => void
}

/** What can be done with the selected records of a list; a button of the bar below it opens the body. */
export interface SelectionAct {
  name: string
  label: string
  icon: Icon
  permission: Permission
  Body: ComponentType<SelectionActProps>
}

/** What a feature adds to the signed-in area besides its pages. */
export interface AppParts {
  sidebar?: readonly SidebarEntry[]
  settings?: readonly SettingsEntry[]
  commands?: readonly FeatureCommand[]
  recordTabs?: readonly RecordTab[]
  recordLoggers?: readonly RecordLogger[]
  levelOverlays?: readonly LevelOverlay[]
  segmentViews?: readonly SegmentView[]
  selectionActs?: readonly SelectionAct[]
  panels?: readonly SidebarPanel[]
  notificationPlaces?: readonly NotificationPlace[]
  /** Choices that a new user can make before the first screen; each part saves by itself. */
  welcomeParts?: readonly { name: string; Body: ComponentType }[]
  /** Loads what reacts to changes of others. */
  live?: () => Promise<LiveHandlers>
}

/** All that a feature adds to the app; `features.ts` lists the features. */
export interface Feature {
  pages?: readonly Page[]
  redirects?: readonly Redirect[]
  /** Requests the data of an address while its page is still loading. */
  prefetch?: (pathname: string) => Promise<void>
  /** Loads with the shell: icons and texts of menus would double what the sign-in screen has to load of a feature. */
  app?: () => Promise<AppParts>
}

export const AppPartsContext = createContext<readonly AppParts[]>([])

/** What every feature adds to the signed-in area, for the frames that show it. */
export function useAppParts(): readonly AppParts[] {
  return use(AppPartsContext)
}
