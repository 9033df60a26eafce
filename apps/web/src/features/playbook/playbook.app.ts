import { IconRoute } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { everyLevel } from '../../entities/record-screen/index.ts'
import { paths } from '../../paths.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const playbookApp: AppParts = {
  sidebar: [
    {
      group: 'Work',
      order: 12,
      label: 'Playbooks',
      icon: IconRoute,
      to: paths.playbooks,
      under: [paths.playbooks],
      key: 'y',
      permission: 'playbook.read',
    },
  ],
  recordTabs: [
    {
      value: 'playbooks',
      label: 'Playbooks',
      levels: everyLevel,
      order: 26,
      Body: lazyPart(() => import('./record-playbooks.tsx'), 'RecordPlaybooks'),
    },
  ],
  selectionActs: [
    {
      name: 'playbook',
      label: 'Apply playbook',
      icon: IconRoute,
      permission: 'playbook.apply',
      Body: lazyPart(() => import('./apply/apply-selection.tsx'), 'ApplySelection'),
    },
  ],
  notificationPlaces: [
    { subject: 'playbookInstance', to: ({ subject }) => paths.playbookInstance(Number(subject.id)) },
  ],
}
