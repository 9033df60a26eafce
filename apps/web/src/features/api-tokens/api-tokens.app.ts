import { IconKey } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

export const apiTokensApp: AppParts = {
  settings: [
    {
      group: 'You',
      order: 20,
      label: 'My API tokens',
      icon: IconKey,
      to: paths.personalTokens,
      under: [paths.personalTokens],
      permission: 'self.edit',
      words: 'personal access programs',
    },
    {
      group: 'System',
      order: 20,
      label: 'API tokens',
      icon: IconKey,
      to: paths.companyTokens,
      under: [paths.companyTokens],
      permission: 'api-token.administer',
      words: 'company programs integrations',
    },
  ],
}
