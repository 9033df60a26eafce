import { IconMailForward } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

export const messengerApp: AppParts = {
  settings: [
    {
      group: 'System',
      order: 40,
      label: 'Outbox',
      icon: IconMailForward,
      to: paths.outbox,
      under: [paths.outbox],
      permission: 'message.read',
      words: 'mail e-mail sms messages',
    },
  ],
}
