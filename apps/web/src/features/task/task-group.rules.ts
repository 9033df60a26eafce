import type { TaskGrouping, TaskSortColumn } from '@steward/contracts/plain/task'
import type { Task } from '@steward/contracts/task'
import { addDays } from './views/calendar.rules.ts'
import { dueLabels, priorityLabels, statusLabels } from './task-words.ts'

/** By what a list of tasks is grouped, and how the server sorts it then. */
export const groupings = {
  none: { label: 'No grouping', column: 'dueDate', direction: 'ASC' },
  due: { label: 'Due date', column: 'dueDate', direction: 'ASC' },
  priority: { label: 'Priority', column: 'priority', direction: 'DESC' },
  status: { label: 'Status', column: 'status', direction: 'ASC' },
  assignee: { label: 'Assignee', column: 'assignee', direction: 'ASC' },
  account: { label: 'Account', column: 'account', direction: 'ASC' },
} as const satisfies Record<
  TaskGrouping,
  { label: string; column: TaskSortColumn; direction: 'ASC' | 'DESC' }
>

export type Grouping = TaskGrouping

export const isGrouping = (value: unknown): value is Grouping =>
  typeof value === 'string' && Object.hasOwn(groupings, value)

/** By when a task is due, whether it is done or not: done tasks are among the others of their day. */
function dueGroup({ dueDate }: Task, today: string): string {
  if (dueDate === null) return dueLabels.noDate
  if (dueDate < today) return 'Before today'
  if (dueDate === today) return dueLabels.today
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  return dueDate <= addDays(today, 6 - weekday) ? dueLabels.thisWeek : dueLabels.later
}

const labelIn: Readonly<Record<Exclude<Grouping, 'none'>, (task: Task, today: string) => string>> = {
  due: dueGroup,
  priority: ({ priority }) => priorityLabels[priority],
  status: ({ status }) => statusLabels[status],
  assignee: ({ assignee }) => assignee?.name ?? 'No one',
  account: ({ account }) => account?.name ?? 'No account',
}

export interface TaskGroup {
  /** null: the list is not grouped. */
  label: string | null
  tasks: Task[]
}

/** Tasks in groups, in the order in which they come. */
export function groupsOf(tasks: readonly Task[], grouping: Grouping, today: string): TaskGroup[] {
  if (grouping === 'none') return [{ label: null, tasks: [...tasks] }]
  const label = labelIn[grouping]
  return [...Map.groupBy(tasks, (task) => label(task, today))].map(([name, some]) => ({
    label: name,
    tasks: some,
  }))
}
