import { IconActivityHeartbeat, IconCalendarEvent, IconNote, IconNotes } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'
import { everyLevel } from '../../entities/record-screen/index.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const loadLoggers = () => import('./loggers.tsx')

export const timelineApp: AppParts = {
  settings: [
    {
      group: 'Data',
      order: 50,
      label: 'Activity types',
      icon: IconCalendarEvent,
      to: paths.activityTypes,
      under: [paths.activityTypes],
      permission: 'activity.administer',
      words: 'call meeting demo log timeline icon',
    },
    {
      group: 'Data',
      order: 60,
      label: 'Note templates',
      icon: IconNotes,
      to: paths.noteTemplates,
      under: [paths.noteTemplates],
      permission: 'activity.administer',
      words: 'notes timeline text snippets',
    },
  ],
  recordTabs: [
    {
      value: 'timeline',
      label: 'Timeline',
      levels: everyLevel,
      order: 20,
      count: ({ counts }) => counts.unread || undefined,
      Body: lazyPart(() => import('./timeline-tab.tsx'), 'TimelineTab'),
    },
  ],
  recordLoggers: [
    {
      value: 'note',
      label: 'Note',
      shortcut: 'n',
      icon: IconNote,
      levels: everyLevel,
      Body: lazyPart(loadLoggers, 'NoteLogger'),
    },
    {
      value: 'activity',
      label: 'Activity',
      shortcut: 'a',
      icon: IconCalendarEvent,
      levels: everyLevel,
      Body: lazyPart(loadLoggers, 'ActivityLogger'),
    },
    {
      value: 'pulse',
      label: 'Pulse',
      shortcut: 'p',
      icon: IconActivityHeartbeat,
      // A pipeline has no pulse.
      levels: [1, 2, 3],
      Body: lazyPart(loadLoggers, 'PulseLogger'),
    },
  ],
}
