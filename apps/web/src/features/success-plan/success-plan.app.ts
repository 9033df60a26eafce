import { IconListCheck, IconTargetArrow } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { everyLevel } from '../../entities/record-screen/index.ts'
import { paths } from '../../paths.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const successPlanApp: AppParts = {
  sidebar: [
    {
      group: 'Work',
      order: 14,
      label: 'Success plans',
      icon: IconTargetArrow,
      to: paths.successPlans,
      under: [paths.successPlans],
      key: 'l',
      permission: 'plan.read',
    },
  ],
  settings: [
    {
      group: 'Data',
      order: 66,
      label: 'Success plans',
      icon: IconListCheck,
      to: paths.successPlanLists,
      under: [paths.successPlanLists],
      permission: 'activity.administer',
      words: 'statuses progress milestones kpi lists lookup',
    },
  ],
  selectionActs: [
    {
      name: 'success-plan',
      label: 'Create success plans',
      icon: IconTargetArrow,
      permission: 'plan.edit',
      Body: lazyPart(() => import('./template/apply-selection.tsx'), 'ApplyTemplateToSelection'),
    },
  ],
  notificationPlaces: [{ subject: 'successPlan', to: ({ subject }) => paths.successPlan(subject.id) }],
  recordTabs: [
    {
      value: 'success-plans',
      label: 'Success plans',
      levels: everyLevel,
      order: 27,
      Body: lazyPart(() => import('./record-plans.tsx'), 'RecordPlans'),
    },
  ],
}
