import {
  doneStatuses,
  type DateBreakdown,
  type TaskPriority,
  type TaskStatus,
  type TaskType,
} from '@steward/contracts/plain/task'

export const statusLabels: Readonly<Record<TaskStatus, string>> = {
  OPEN: 'Open',
  PLANNED: 'Planned',
  IN_PROGRESS: 'In progress',
  COMPLETED: 'Completed',
  ARCHIVED: 'Archived',
}

export const priorityLabels: Readonly<Record<TaskPriority, string>> = {
  NONE: 'No priority',
  LOW: 'Low',
  NORMAL: 'Normal',
  HIGH: 'High',
  URGENT: 'Urgent',
}

export const typeLabels: Readonly<Record<TaskType, string>> = {
  normal: 'Normal',
  playbook: 'Playbook',
  successPlan: 'Success plan',
}

export const dueLabels: Readonly<Record<DateBreakdown, string>> = {
  overdue: 'Overdue',
  today: 'Today',
  thisWeek: 'This week',
  later: 'Later',
  noDate: 'No date',
  done: 'Done',
}

/** Whether the day of an open task is over. */
export const isOverdue = (task: { status: TaskStatus; dueDate: string | null }, today: string): boolean =>
  !isDone(task) && task.dueDate !== null && task.dueDate < today

/** Minutes as hours: `3.5 h`, below one `30 min`. */
export const loadText = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 6) / 10} h`

/** The options of a choice, in the order of their labels. */
export function optionsOf<Value extends string>(
  labels: Readonly<Record<Value, string>>,
): { value: Value; label: string }[] {
  return (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))
}

/** The lines of a text, without those that are blank and the bullets before them. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)]|\[[ x]?\])\s+/i, '').trim())
    .filter(Boolean)
}

/** Whether no one has to work on a task any more. */
export const isDone = ({ status }: { status: TaskStatus }): boolean => doneStatuses.includes(status)
