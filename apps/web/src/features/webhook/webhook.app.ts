import { IconWebhook } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

export const webhookApp: AppParts = {
  settings: [
    {
      group: 'System',
      order: 25,
      label: 'Webhooks',
      icon: IconWebhook,
      to: paths.webhooks,
      under: [paths.webhooks],
      permission: 'webhook.administer',
      words: 'endpoint events http deliveries integrations secret signature',
    },
  ],
}
