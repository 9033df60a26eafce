import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const webhookFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'settings/webhooks',
      Body: lazyRouteComponent(() => import('./webhooks.page.tsx'), 'WebhooksPage'),
    },
    {
      area: 'settings',
      path: 'settings/webhooks/new',
      Body: lazyRouteComponent(() => import('./webhook-form.page.tsx'), 'NewWebhookPage'),
    },
    {
      area: 'settings',
      path: 'settings/webhooks/$webhookId',
      Body: lazyRouteComponent(() => import('./webhook.page.tsx'), 'WebhookPage'),
    },
    {
      area: 'settings',
      path: 'settings/webhooks/$webhookId/edit',
      Body: lazyRouteComponent(() => import('./webhook-form.page.tsx'), 'EditWebhookPage'),
    },
  ],
  app: async () => (await import('./webhook.app.ts')).webhookApp,
}
