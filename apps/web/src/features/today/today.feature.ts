import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const todayFeature: Feature = {
  pages: [
    {
      area: 'app',
      path: 'getting-started',
      Body: lazyRouteComponent(() => import('./start.page.tsx'), 'GettingStartedPage'),
    },
    {
      area: 'app',
      path: 'today',
      Body: lazyRouteComponent(() => import('./start.page.tsx'), 'TodayPage'),
    },
    {
      area: 'settings',
      path: 'settings/today',
      Body: lazyRouteComponent(() => import('./start.page.tsx'), 'TodaySettingsPage'),
    },
  ],
  app: async () => (await import('./today.app.ts')).todayApp,
}
