import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const companyFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'settings/company',
      Body: lazyRouteComponent(() => import('./company.page.tsx'), 'CompanyPage'),
    },
  ],
  app: async () => (await import('./company.app.ts')).companyApp,
}
