import type { AppParts } from '../../feature.ts'
import { everyLevel } from '../../entities/record-screen/index.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const recordHealthApp: AppParts = {
  recordTabs: [
    {
      value: 'health',
      label: 'Health',
      levels: everyLevel,
      order: 45,
      Body: lazyPart(() => import('./health-tab.tsx'), 'HealthTab'),
    },
  ],
}
