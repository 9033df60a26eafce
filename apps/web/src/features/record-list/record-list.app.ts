import { IconBriefcase, IconBuilding, IconFilter, IconUser, type Icon } from '@tabler/icons-react'
import { levels, type LevelName } from '@steward/contracts/level'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'
import { levelTitle } from '../../entities/level/index.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const levelIcons: Record<LevelName, Icon> = {
  organization: IconBuilding,
  account: IconBriefcase,
  contact: IconUser,
  pipeline: IconFilter,
}

export const recordListApp: AppParts = {
  sidebar: levels.map((level) => ({
    group: 'Customers',
    order: level.id * 10,
    label: levelTitle(level),
    icon: levelIcons[level.name],
    to: paths.list(level.plural),
    under: [`/app/${level.plural}`],
    key: level.name[0],
  })),
  segmentViews: [
    {
      mode: 'list',
      Body: lazyPart(() => import('./segment/segment-list.page.tsx'), 'SegmentListPage'),
    },
  ],
  live: async () => (await import('./live/record-changes.ts')).recordChanges,
}
