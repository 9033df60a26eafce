import { IconMail } from '@tabler/icons-react'
import { mostCounted } from '@steward/contracts/plain/overview-card'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'
import { everyLevel, upTo } from '../../entities/record-screen/index.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const emailApp: AppParts = {
  settings: [
    {
      group: 'Data',
      order: 70,
      label: 'Email templates',
      icon: IconMail,
      to: paths.mailTemplates,
      under: [paths.mailTemplates],
      permission: 'activity.administer',
      words: 'mail message text placeholder merge field signature',
    },
  ],
  recordTabs: [
    {
      value: 'emails',
      label: 'Emails',
      levels: everyLevel,
      order: 40,
      count: ({ counts }) => upTo(mostCounted.items, counts.emails),
      Body: lazyPart(() => import('./emails-tab.tsx'), 'EmailsTab'),
    },
  ],
  recordLoggers: [
    {
      value: 'email',
      label: 'Email',
      shortcut: 'm',
      icon: IconMail,
      levels: everyLevel,
      Body: lazyPart(() => import('./email-logger.tsx'), 'EmailLogger'),
    },
  ],
}
