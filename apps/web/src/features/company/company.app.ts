import { IconBuilding } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

export const companyApp: AppParts = {
  settings: [
    {
      group: 'People',
      order: 5,
      label: 'Company',
      icon: IconBuilding,
      to: paths.company,
      under: [paths.company],
      permission: 'user.administer',
      words:
        'start page home landing first screen default today color colour brand shared pages logos websites',
    },
  ],
}
