import type { ComponentType } from 'react'
import type { Icon } from '@tabler/icons-react'
import type { LevelId } from '@steward/contracts/level'
import type { Overview } from '@steward/contracts/overview'
import type { Permission } from '@steward/contracts/plain/permission'

/** A tab of the page of a record. What it shows reads the record from `useRecordScreen()`. */
export interface RecordTab {
  /** As the address names it: `?tab=timeline`. */
  value: string
  label: string
  levels: readonly LevelId[]
  /** Tabs stand from the lowest to the highest. */
  order: number
  /** Who sees the tab; everyone unless told. */
  permission?: Permission
  Body: ComponentType
  /** The number beside the label, or such as "49+"; undefined shows none. */
  count?: (overview: Overview) => number | string | undefined
}

export interface RecordLoggerProps {
  /** Called once it has nothing more to show: saved, or abandoned. It takes `log` out of the address. */
  onClose: () => void
}

/** A way to log something with the record: what opens lies over its page while the address says `?log=note`. */
export interface RecordLogger {
  /** As the address names it: `?log=note`. */
  value: string
  /** In the menu: "Note". */
  label: string
  /** One key, which works on the page of a record. */
  shortcut: string
  icon: Icon
  levels: readonly LevelId[]
  Body: ComponentType<RecordLoggerProps>
}

export const everyLevel: readonly LevelId[] = [1, 2, 3, 4]

/** A count of an overview: "49+" where it was counted no further. */
export function upTo(most: number, count: number): number | string {
  return count < most ? count : `${most - 1}+`
}

/** The tabs of a level, in their order. */
export function tabsOf(tabs: readonly RecordTab[], level: { id: LevelId }): RecordTab[] {
  return tabs
    .filter(({ levels }) => levels.includes(level.id))
    .toSorted((one, other) => one.order - other.order)
}

/** The tab that an address names, or else the one of its level that was used last; the first where there is neither. */
export function chosenTab(tabs: readonly RecordTab[], asked: unknown, last: string | null): RecordTab {
  const find = (value: unknown) => tabs.find((tab) => tab.value === value)
  return find(asked) ?? find(last) ?? tabs[0]!
}

/** What the address says of the tab that is shown: of the first nothing, unless it was asked for by its name. */
export function toldTab(tabs: readonly RecordTab[], shown: RecordTab, asked: unknown): string | undefined {
  return shown === tabs[0] && asked !== shown.value ? undefined : shown.value
}
