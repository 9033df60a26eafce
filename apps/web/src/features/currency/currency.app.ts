import { IconCoins } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

export const currencyApp: AppParts = {
  settings: [
    {
      group: 'Data',
      order: 20,
      label: 'Currency',
      icon: IconCoins,
      to: paths.currency,
      under: [paths.currency],
      permission: 'currency.administer',
      words: 'money exchange rates base default amounts',
    },
  ],
}
