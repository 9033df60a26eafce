import { IconPlus } from '@tabler/icons-react'
import { levels } from '@steward/contracts/level'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const recordFormApp: AppParts = {
  commands: levels.map((level) => ({
    id: `create-${level.name}`,
    group: 'Create',
    label: `New ${level.name}`,
    icon: IconPlus,
    to: paths.create(level.plural),
    permission: 'record.create',
  })),
  levelOverlays: [
    {
      parameters: ['create', 'edit'],
      Body: lazyPart(() => import('./record-drawer-host.tsx'), 'RecordDrawerHost'),
    },
  ],
}
