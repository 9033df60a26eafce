import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const healthAdminFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'settings/analytics-management',
      Body: lazyRouteComponent(() => import('./health-settings.page.tsx'), 'HealthSettingsPage'),
    },
  ],
  app: async () => (await import('./health-admin.app.ts')).healthAdminApp,
}
