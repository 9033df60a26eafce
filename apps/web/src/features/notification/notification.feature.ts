import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const notificationFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'settings/notifications',
      Body: lazyRouteComponent(
        () => import('./preferences/notification-preferences.page.tsx'),
        'NotificationPreferencesPage',
      ),
    },
    {
      area: 'settings',
      path: 'settings/notification-defaults',
      Body: lazyRouteComponent(
        () => import('./preferences/notification-defaults.page.tsx'),
        'NotificationDefaultsPage',
      ),
    },
    {
      area: 'app',
      path: 'notifications/$id',
      Body: lazyRouteComponent(() => import('./records-behind.page.tsx'), 'RecordsBehindPage'),
    },
  ],
  app: async () => (await import('./notification.app.ts')).notificationApp,
}
