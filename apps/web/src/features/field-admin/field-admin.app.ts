import {
  IconBriefcase,
  IconBuilding,
  IconFilter,
  IconUser,
  IconUserMinus,
  type Icon,
} from '@tabler/icons-react'
import { levels, type LevelName } from '@steward/contracts/level'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'

const levelIcons: Record<LevelName, Icon> = {
  organization: IconBuilding,
  account: IconBriefcase,
  contact: IconUser,
  pipeline: IconFilter,
}

export const fieldAdminApp: AppParts = {
  settings: [
    ...levels.map(({ id, name, label, plural }) => ({
      group: 'Data' as const,
      order: 10 + id,
      label: `${label} fields`,
      icon: levelIcons[name],
      to: paths.fields(name),
      under: [paths.fields(name)],
      permission: 'field.administer' as const,
      words: `custom system attributes columns mapping pins sections picklist options formula data management ${plural}`,
    })),
    {
      group: 'Data',
      order: 40,
      label: 'Churn reasons',
      icon: IconUserMinus,
      to: paths.churnReasons,
      under: [paths.churnReasons],
      permission: 'field.administer',
      words: 'churned lost left customers why reason tree',
    },
  ],
}
