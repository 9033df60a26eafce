import { IconUsersGroup } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const segmentApp: AppParts = {
  sidebar: [
    {
      group: 'Customers',
      order: 50,
      label: 'Segments',
      icon: IconUsersGroup,
      to: paths.segments,
      under: [paths.segments],
      key: 'e',
      permission: 'segment.read',
    },
  ],
  levelOverlays: [
    {
      parameters: ['segment'],
      Body: lazyPart(() => import('./segment-drawer-host.tsx'), 'SegmentDrawerHost'),
    },
  ],
}
