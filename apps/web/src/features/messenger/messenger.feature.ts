import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const messengerFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'settings/outbox',
      Body: lazyRouteComponent(() => import('./outbox.page.tsx'), 'OutboxPage'),
    },
  ],
  app: async () => (await import('./messenger.app.ts')).messengerApp,
}
