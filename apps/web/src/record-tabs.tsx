import {
  IconActivityHeartbeat,
  IconCalendarEvent,
  IconMail,
  IconNote,
  IconPaperclip,
} from '@tabler/icons-react'
import { levelOf, type LevelId, type LevelPlural } from '@steward/contracts/level'
import { mostCounted } from '@steward/contracts/plain/overview-card'
import { levelTitle } from './components/level.ts'
import { everyLevel, upTo, type RecordLogger, type RecordTab } from './components/record-tabs/record-tabs.ts'
import { lazyPart } from './ui/lazy-part.tsx'

const ChildrenTab = lazyPart(() => import('./features/record-page/children-tab.tsx'), 'ChildrenTab')

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

/** The tabs of the page of a record. A feature adds its own as one entry. */
export const recordTabs: readonly RecordTab[] = [
  {
    value: 'overview',
    label: 'Overview',
    levels: everyLevel,
    order: 10,
    Body: lazyPart(() => import('./features/record-page/overview/overview-tab.tsx'), 'OverviewTab'),
  },
  {
    value: 'timeline',
    label: 'Timeline',
    levels: everyLevel,
    order: 20,
    count: ({ counts }) => counts.unread || undefined,
    Body: lazyPart(() => import('./features/timeline/timeline-tab.tsx'), 'TimelineTab'),
  },
  {
    value: 'files',
    label: 'Files',
    levels: everyLevel,
    order: 30,
    count: ({ counts }) => upTo(mostCounted.items, counts.files),
    Body: lazyPart(() => import('./features/record-file/files-tab.tsx'), 'FilesTab'),
  },
  {
    value: 'emails',
    label: 'Emails',
    levels: everyLevel,
    order: 40,
    count: ({ counts }) => upTo(mostCounted.items, counts.emails),
    Body: lazyPart(() => import('./features/email/emails-tab.tsx'), 'EmailsTab'),
  },
  {
    value: 'health',
    label: 'Health',
    levels: everyLevel,
    order: 45,
    Body: lazyPart(() => import('./features/record-health/health-tab.tsx'), 'HealthTab'),
  },
  childrenTab('accounts', 50, [1]),
  childrenTab('contacts', 60, [1, 2]),
  childrenTab('pipelines', 70, [1, 2]),
  {
    value: 'history',
    label: 'History',
    levels: everyLevel,
    order: 90,
    Body: lazyPart(() => import('./features/record-page/history/history-tab.tsx'), 'HistoryTab'),
  },
]

const logging = () => import('./features/timeline/loggers.tsx')

/** What can be logged with a record, in the order of the menu. A feature adds its own as one entry. */
export const recordLoggers: readonly RecordLogger[] = [
  {
    value: 'note',
    label: 'Note',
    shortcut: 'n',
    icon: IconNote,
    levels: everyLevel,
    Body: lazyPart(logging, 'NoteLogger'),
  },
  {
    value: 'activity',
    label: 'Activity',
    shortcut: 'a',
    icon: IconCalendarEvent,
    levels: everyLevel,
    Body: lazyPart(logging, 'ActivityLogger'),
  },
  {
    value: 'pulse',
    label: 'Pulse',
    shortcut: 'p',
    icon: IconActivityHeartbeat,
    // A pipeline has no pulse.
    levels: [1, 2, 3],
    Body: lazyPart(logging, 'PulseLogger'),
  },
  {
    value: 'file',
    label: 'File',
    shortcut: 'f',
    icon: IconPaperclip,
    levels: everyLevel,
    Body: lazyPart(() => import('./features/record-file/file-logger.tsx'), 'FileLogger'),
  },
  {
    value: 'email',
    label: 'Email',
    shortcut: 'm',
    icon: IconMail,
    levels: everyLevel,
    Body: lazyPart(() => import('./features/email/email-logger.tsx'), 'EmailLogger'),
  },
]
