import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const recordBoardFeature: Feature = {
  pages: [
    {
      area: 'level',
      path: 'board',
      Body: lazyRouteComponent(() => import('./record-board.page.tsx'), 'RecordBoardPage'),
    },
  ],
  app: async () => (await import('./record-board.app.ts')).recordBoardApp,
}
