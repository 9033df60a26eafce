import { IconGavel, IconSitemap } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { everyLevel } from '../../entities/record-screen/index.ts'
import { paths } from '../../paths.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const scenarioApp: AppParts = {
  sidebar: [
    {
      group: 'Work',
      order: 13,
      label: 'Scenarios',
      icon: IconSitemap,
      to: paths.scenarios,
      under: [paths.scenarios],
      key: 's',
      permission: 'scenario.read',
    },
  ],
  commands: [
    {
      id: 'approvals',
      group: 'Go to',
      label: 'Approvals',
      icon: IconGavel,
      to: paths.approvals,
      permission: 'task.read',
    },
    {
      id: 'new-scenario',
      group: 'Create',
      label: 'New scenario',
      icon: IconSitemap,
      to: paths.newScenario,
      permission: 'scenario.edit',
    },
  ],
  notificationPlaces: [
    { subject: 'scenario', to: ({ subject }) => paths.scenario(subject.id) },
    { subject: 'scenario-approval', to: () => paths.approvals },
  ],
  recordTabs: [
    {
      value: 'scenarios',
      label: 'Scenarios',
      levels: everyLevel,
      order: 27,
      permission: 'scenario.read',
      Body: lazyPart(() => import('./record-scenarios.tsx'), 'RecordScenarios'),
    },
  ],
}
