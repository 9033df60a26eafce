import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const taskFeature: Feature = {
  pages: [
    { area: 'app', path: 'tasks', Body: lazyRouteComponent(() => import('./tasks.page.tsx'), 'TasksPage') },
  ],
  app: async () => (await import('./task.app.ts')).taskApp,
}
