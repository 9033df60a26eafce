import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const timelineFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'settings/activity-types',
      Body: lazyRouteComponent(() => import('./settings/activity-types.page.tsx'), 'ActivityTypesPage'),
    },
    {
      area: 'settings',
      path: 'settings/note-templates',
      Body: lazyRouteComponent(() => import('./settings/note-templates.page.tsx'), 'NoteTemplatesPage'),
    },
  ],
  app: async () => (await import('./timeline.app.ts')).timelineApp,
}
