import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

const pages = () => import('./start.page.tsx')

export const todayFeature: Feature = {
  pages: [
    {
      area: 'app',
      path: 'getting-started',
      Body: lazyRouteComponent(pages, 'GettingStartedPage'),
    },
    {
      area: 'app',
      path: 'today',
      Body: lazyRouteComponent(pages, 'TodayPage'),
    },
    {
      area: 'settings',
      path: 'settings/today',
      Body: lazyRouteComponent(pages, 'TodaySettingsPage'),
    },
  ],
  app: async () => (await import('./today.app.ts')).todayApp,
}
