import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const bulkFeature: Feature = {
  pages: [
    {
      area: 'app',
      path: 'imports',
      Body: lazyRouteComponent(() => import('./import-history.page.tsx'), 'ImportHistoryPage'),
    },
    {
      area: 'app',
      path: 'imports/new',
      Body: lazyRouteComponent(() => import('./import-wizard.page.tsx'), 'ImportWizardPage'),
    },
    {
      area: 'app',
      path: 'imports/related',
      Body: lazyRouteComponent(() => import('./import-wizard.page.tsx'), 'RelatedFilesPage'),
    },
    {
      area: 'app',
      path: 'imports/$jobId',
      Body: lazyRouteComponent(() => import('./import-job.page.tsx'), 'ImportJobPage'),
    },
  ],
  app: async () => (await import('./bulk.app.ts')).bulkApp,
}
