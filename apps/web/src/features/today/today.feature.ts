import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const todayFeature: Feature = {
  pages: [
    {
      area: 'app',
      path: 'today',
      Body: lazyRouteComponent(() => import('./today.page.tsx'), 'TodayPage'),
    },
    {
      area: 'settings',
      path: 'settings/today',
      Body: lazyRouteComponent(() => import('./today-settings.page.tsx'), 'TodaySettingsPage'),
    },
  ],
  app: async () => (await import('./today.app.ts')).todayApp,
}
