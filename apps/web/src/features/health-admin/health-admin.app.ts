import { IconHeartbeat } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

export const healthAdminApp: AppParts = {
  settings: [
    {
      group: 'Data',
      order: 30,
      label: 'Health scores',
      icon: IconHeartbeat,
      to: paths.analyticsManagement,
      under: [paths.analyticsManagement],
      permission: 'health.administer',
      words:
        'analytics management measures thresholds weights rag red amber green colours bands versions trial',
    },
  ],
}
