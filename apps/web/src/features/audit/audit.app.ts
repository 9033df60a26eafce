import { IconHistory } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

export const auditApp: AppParts = {
  settings: [
    {
      group: 'System',
      order: 30,
      label: 'Audit log',
      icon: IconHistory,
      to: paths.auditLog,
      under: [paths.auditLog],
      permission: 'audit.read',
      words: 'security export sign-in history',
    },
  ],
}
