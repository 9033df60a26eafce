import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const recordPageFeature: Feature = {
  pages: [
    { area: 'level', path: '$id', Body: lazyRouteComponent(() => import('./record.page.tsx'), 'RecordPage') },
  ],
  app: async () => (await import('./record-page.app.tsx')).recordPageApp,
}
