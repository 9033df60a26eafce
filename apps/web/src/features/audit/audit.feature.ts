import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const auditFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'settings/audit-log',
      Body: lazyRouteComponent(() => import('./audit-log.page.tsx'), 'AuditLogPage'),
    },
  ],
  app: async () => (await import('./audit.app.ts')).auditApp,
}
