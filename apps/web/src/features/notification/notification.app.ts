import { IconBell, IconBellCog } from '@tabler/icons-react'
import { levelOf } from '@steward/contracts/level'
import type { Notification } from '@steward/contracts/notification'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { UnseenCount } from './unseen-count.tsx'

function recordOf({ subject }: Notification, page: typeof paths.record): string | null {
  const { level, recordId } = subject
  return level === null || recordId === null ? null : page(levelOf(level).plural, recordId)
}

function setOf(notification: Notification): string | null {
  return notification.count === 1 ? recordOf(notification, paths.record) : paths.notification(notification.id)
}

export const notificationApp: AppParts = {
  panels: [
    {
      name: 'notifications',
      label: 'Notifications',
      icon: IconBell,
      key: 'n',
      Counted: UnseenCount,
      Body: lazyPart(() => import('./drawer/notification.drawer.tsx'), 'NotificationDrawer'),
    },
  ],
  notificationPlaces: [
    { subject: 'record', to: (notification) => recordOf(notification, paths.record) },
    { subject: 'changeSet', to: setOf },
    {
      subject: 'item',
      to: (notification) =>
        recordOf(notification, (level, id) => paths.timelineItem(level, id, notification.subject.id)),
    },
    { subject: 'job', to: ({ subject }) => paths.import(subject.id) },
    { subject: 'export', to: () => paths.imports },
  ],
  welcomeParts: [
    {
      name: 'notifications',
      Body: lazyPart(() => import('./preferences/welcome-preferences.tsx'), 'WelcomePreferences'),
    },
  ],
  settings: [
    {
      group: 'You',
      order: 20,
      label: 'Notifications',
      icon: IconBell,
      to: paths.notificationPreferences,
      under: [paths.notificationPreferences],
      permission: 'self.edit',
      words: 'email mail digest daily hourly quiet hours browser alerts preferences mute',
    },
    {
      group: 'People',
      order: 30,
      label: 'Notification defaults',
      icon: IconBellCog,
      to: paths.notificationDefaults,
      under: [paths.notificationDefaults],
      permission: 'user.administer',
      words: 'company default email digest quiet hours preferences new users',
    },
  ],
  live: async () => (await import('./live-notifications.ts')).liveNotifications,
}
