import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

const pages = () => import('./audit.page.tsx')

export const auditFeature: Feature = {
  pages: [
    {
      area: 'app',
      path: 'recent-changes',
      Body: lazyRouteComponent(pages, 'RecentChangesPage'),
    },
    {
      area: 'settings',
      path: 'settings/audit-log',
      Body: lazyRouteComponent(pages, 'AuditLogPage'),
    },
  ],
  app: async () => (await import('./audit.app.ts')).auditApp,
}
