import { IconPalette } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

export const companyApp: AppParts = {
  settings: [
    {
      group: 'System',
      order: 5,
      label: 'Company',
      icon: IconPalette,
      to: paths.company,
      under: [paths.company],
      permission: 'company.administer',
      words: 'color colour brand appearance shared pages',
    },
  ],
}
