import { levelOf, type LevelId, type LevelPlural } from '@steward/contracts/level'
import { mostCounted } from '@steward/contracts/plain/overview-card'
import type { AppParts } from '../../feature.ts'
import { levelTitle } from '../../entities/level/index.ts'
import { everyLevel, upTo, type RecordTab } from '../../entities/record-screen/index.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const ChildrenTab = lazyPart(() => import('./children-tab.tsx'), 'ChildrenTab')

/** What hangs under a record, one tab a level. */
function childrenTab(plural: LevelPlural, order: number, levels: readonly LevelId[]): RecordTab {
  const level = levelOf(plural)
  return {
    value: plural,
    label: levelTitle(level),
    levels,
    order,
    count: ({ counts }) => upTo(mostCounted.records, counts[plural as 'accounts' | 'contacts' | 'pipelines']),
    Body: () => <ChildrenTab level={level} />,
  }
}

export const recordPageApp: AppParts = {
  recordTabs: [
    {
      value: 'overview',
      label: 'Overview',
      levels: everyLevel,
      order: 10,
      Body: lazyPart(() => import('./overview/overview-tab.tsx'), 'OverviewTab'),
    },
    childrenTab('accounts', 50, [1]),
    childrenTab('contacts', 60, [1, 2]),
    childrenTab('pipelines', 70, [1, 2]),
    {
      value: 'history',
      label: 'History',
      levels: everyLevel,
      order: 90,
      Body: lazyPart(() => import('./history/history-tab.tsx'), 'HistoryTab'),
    },
  ],
}
