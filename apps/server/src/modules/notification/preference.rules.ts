import type { NotificationDefaults, NotificationPreferences } from '@steward/contracts/notification'
import { notificationSwitches, type NotificationSwitch } from '@steward/contracts/plain/notification'
import type { NotificationKind } from './notification.kind.ts'

/** Every preference that a user can choose. */
export type Preferences = Omit<NotificationPreferences, 'isCustomized'>

/** The preferences that someone chose: a user, or administrators for the company. */
export type Choices = Partial<Preferences>

const switchesOn = Object.fromEntries(notificationSwitches.map((name) => [name, true])) as Record<
  NotificationSwitch,
  boolean
>

const asDelivered: NotificationDefaults = {
  ...switchesOn,
  mailTiming: 'immediately',
  digestHour: 8,
  quietFrom: null,
  quietTo: null,
}

/** The defaults of a company that chose some of them. */
export function defaultsOf(choices: Choices | undefined): NotificationDefaults {
  return { ...asDelivered, ...choices }
}

/** The preferences by the choices of a user, on top of the company's. */
export function preferencesOf(choices: Choices | undefined): Preferences {
  return { ...asDelivered, browserNotifications: false, ...choices }
}

/** The choices with more of them. Quiet hours are chosen as a pair, so that they never mix with the company's. */
export function choose<T extends NotificationDefaults>(own: Choices, given: Choices, after: T): Choices {
  const isQuiet = 'quietFrom' in given || 'quietTo' in given
  const { quietFrom, quietTo } = after
  return { ...own, ...given, ...(isQuiet ? { quietFrom, quietTo } : {}) }
}

/** Whether a user wants to know of a kind. */
export function wants(preferences: Preferences, kind: NotificationKind): boolean {
  return kind.preference === null || preferences[kind.preference]
}

/** Finds faults by field: quiet hours need a beginning and an end that differ. */
export function faultsOf({ quietFrom, quietTo }: NotificationDefaults): Record<string, string> {
  if ((quietFrom === null) !== (quietTo === null)) {
    return { [quietFrom === null ? 'quietFrom' : 'quietTo']: 'Set both ends of the quiet hours, or neither.' }
  }
  if (quietFrom !== null && quietFrom === quietTo) {
    return { quietTo: 'The quiet hours must end at another hour than they begin.' }
  }
  return {}
}
