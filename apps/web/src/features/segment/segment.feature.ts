import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

const segmentsPage = lazyRouteComponent(() => import('./segments.page.tsx'), 'SegmentsPage')

export const segmentFeature: Feature = {
  pages: [
    { area: 'app', path: 'segments', Body: segmentsPage },
    { area: 'level', path: 'segments', Body: segmentsPage },
    {
      area: 'level',
      path: 'segments/$id',
      Body: lazyRouteComponent(() => import('./segment.page.tsx'), 'SegmentMembersPage'),
    },
  ],
  app: async () => (await import('./segment.app.ts')).segmentApp,
}
