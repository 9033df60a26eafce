import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

const webhooks = () => import('./webhooks.page.tsx')

export const webhookFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'settings/webhooks',
      Body: lazyRouteComponent(webhooks, 'WebhooksPage'),
    },
    {
      area: 'settings',
      path: 'settings/webhooks/new',
      Body: lazyRouteComponent(webhooks, 'NewWebhookPage'),
    },
    {
      area: 'settings',
      path: 'settings/webhooks/$webhookId',
      Body: lazyRouteComponent(webhooks, 'WebhookPage'),
    },
    {
      area: 'settings',
      path: 'settings/webhooks/$webhookId/edit',
      Body: lazyRouteComponent(webhooks, 'EditWebhookPage'),
    },
  ],
  app: async () => (await import('./webhook.app.ts')).webhookApp,
}
