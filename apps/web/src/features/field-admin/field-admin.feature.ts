import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const fieldAdminFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'settings/data-management/$entity',
      Body: lazyRouteComponent(() => import('./fields.page.tsx'), 'FieldsPage'),
    },
    {
      area: 'settings',
      path: 'settings/churn-reasons',
      Body: lazyRouteComponent(() => import('./churn/churn-reasons.page.tsx'), 'ChurnReasonsPage'),
    },
  ],
  app: async () => (await import('./field-admin.app.ts')).fieldAdminApp,
}
