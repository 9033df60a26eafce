import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const userManagementFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'user-management',
      Body: lazyRouteComponent(() => import('./users.page.tsx'), 'UsersPage'),
    },
    {
      area: 'settings',
      path: 'user-management/import',
      Body: lazyRouteComponent(() => import('./user-import.page.tsx'), 'UserImportPage'),
    },
    {
      area: 'settings',
      path: 'user-management/roles',
      Body: lazyRouteComponent(() => import('./roles.page.tsx'), 'RolesPage'),
    },
  ],
  app: async () => (await import('./user-management.app.ts')).userManagementApp,
}
