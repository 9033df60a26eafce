import { IconCalendarOff } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

export const workCalendarApp: AppParts = {
  settings: [
    {
      group: 'Data',
      order: 25,
      label: 'Working days',
      icon: IconCalendarOff,
      to: paths.workCalendars,
      under: [paths.workCalendars],
      permission: 'calendar.administer',
      words: 'calendars holidays business days weekend off',
    },
  ],
}
