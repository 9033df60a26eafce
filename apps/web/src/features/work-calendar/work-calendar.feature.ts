import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const workCalendarFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'settings/working-days',
      Body: lazyRouteComponent(() => import('./work-calendars.page.tsx'), 'WorkCalendarsPage'),
    },
  ],
  app: async () => (await import('./work-calendar.app.ts')).workCalendarApp,
}
