import { IconChecklist } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { everyLevel } from '../../entities/record-screen/index.ts'
import { paths } from '../../paths.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const taskApp: AppParts = {
  sidebar: [
    {
      group: 'Work',
      order: 10,
      label: 'Tasks',
      icon: IconChecklist,
      to: paths.tasks,
      under: [paths.tasks],
      key: 't',
      permission: 'task.read',
    },
  ],
  recordTabs: [
    {
      value: 'tasks',
      label: 'Tasks',
      levels: everyLevel,
      order: 25,
      Body: lazyPart(() => import('./tasks-tab.tsx'), 'TasksTab'),
    },
  ],
  notificationPlaces: [
    {
      subject: 'task',
      to: ({ count, subject }) => (count === 1 ? paths.task(subject.id) : paths.tasks),
    },
    { subject: 'taskDay', to: () => `${paths.tasks}?due=today` },
  ],
  live: async () => (await import('./live-tasks.ts')).liveTasks,
}
