import { IconSunrise } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

export const todayApp: AppParts = {
  sidebar: [
    {
      group: 'Start',
      order: 10,
      label: 'Today',
      icon: IconSunrise,
      to: paths.today,
      under: [paths.today],
      key: 'd',
      permission: 'task.read',
    },
  ],
  settings: [
    {
      group: 'Data',
      order: 65,
      label: 'Today',
      icon: IconSunrise,
      to: paths.todaySettings,
      under: [paths.todaySettings],
      permission: 'health.administer',
      words: 'daily queue ranking weights order sources priorities feedback',
    },
  ],
}
