import type { NotificationPreferences } from '@steward/contracts/notification'
import {
  notificationSwitches,
  type MailTiming,
  type NotificationSwitch,
} from '@steward/contracts/plain/notification'
import type { NotificationKind } from './notification.kind.ts'

/** Preferences as the table holds them; what is null is as usual. */
export interface StoredPreferences {
  switches: Partial<Record<NotificationSwitch, boolean>>
  mailTiming: MailTiming | null
  digestHour: number | null
  quietFrom: number | null
  quietTo: number | null
  browser: boolean
}

const usualHour = 8

/** The preferences of a user who may have set some of them. */
export function preferencesOf(stored: StoredPreferences | undefined): NotificationPreferences {
  const switches = Object.fromEntries(
    notificationSwitches.map((name) => [name, stored?.switches[name] ?? true]),
  ) as Record<NotificationSwitch, boolean>
  return {
    ...switches,
    mailTiming: stored?.mailTiming ?? 'immediately',
    digestHour: stored?.digestHour ?? usualHour,
    quietFrom: stored?.quietFrom ?? null,
    quietTo: stored?.quietTo ?? null,
    browserNotifications: stored?.browser ?? false,
  }
}

/** Whether a user wants to know of a kind. */
export function wants(preferences: NotificationPreferences, kind: NotificationKind): boolean {
  return kind.preference === null || preferences[kind.preference]
}

/** What is wrong with preferences: quiet hours have a beginning and an end that differ. */
export function faultsOf({ quietFrom, quietTo }: NotificationPreferences): Record<string, string> {
  if ((quietFrom === null) !== (quietTo === null)) {
    return { [quietFrom === null ? 'quietFrom' : 'quietTo']: 'Set both ends of the quiet hours, or neither.' }
  }
  if (quietFrom !== null && quietFrom === quietTo) {
    return { quietTo: 'The quiet hours must end at another hour than they begin.' }
  }
  return {}
}
