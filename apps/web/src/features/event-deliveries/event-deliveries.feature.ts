import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const eventDeliveriesFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'settings/event-deliveries',
      Body: lazyRouteComponent(() => import('./event-deliveries.page.tsx'), 'EventDeliveriesPage'),
    },
  ],
  app: async () => (await import('./event-deliveries.app.ts')).eventDeliveriesApp,
}
