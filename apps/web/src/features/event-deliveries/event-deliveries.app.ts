import { IconRoute } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

export const eventDeliveriesApp: AppParts = {
  settings: [
    {
      group: 'System',
      order: 50,
      label: 'Event deliveries',
      icon: IconRoute,
      to: paths.eventDeliveries,
      under: [paths.eventDeliveries],
      permission: 'event.administer',
      words: 'failed retry discard subscribers background queue',
    },
  ],
}
