/** What a task belongs to: nothing, a playbook, or a success plan. */
export const taskTypes = ['normal', 'playbook', 'successPlan'] as const
export type TaskType = (typeof taskTypes)[number]

export const taskStatuses = ['OPEN', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'ARCHIVED'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const taskPriorities = ['NONE', 'LOW', 'NORMAL', 'HIGH', 'URGENT'] as const
export type TaskPriority = (typeof taskPriorities)[number]

/** How statuses, priorities and types are stored: their place in the list, from 1; priorities from 0. */
export const taskTypeId = (type: TaskType): number => taskTypes.indexOf(type) + 1
export const taskStatusId = (status: TaskStatus): number => taskStatuses.indexOf(status) + 1
export const taskPriorityId = (priority: TaskPriority): number => taskPriorities.indexOf(priority)

/** Tasks that no one has to work on any more. */
export const doneStatuses: readonly TaskStatus[] = ['COMPLETED', 'ARCHIVED']

/**
 * By when tasks are due, in the time zone of the reader: each task is in one of these. `thisWeek` ends on Sunday;
 * completed and archived tasks are `done`, whatever their day.
 */
export const dateBreakdowns = ['overdue', 'today', 'thisWeek', 'later', 'noDate', 'done'] as const
export type DateBreakdown = (typeof dateBreakdowns)[number]

/** Sorts the tasks of a day by their time; those without one come last, and equal ones stay in their order. */
export const byTimeOfDay = (one: { dueTime: string | null }, other: { dueTime: string | null }): number =>
  (one.dueTime ?? '24:00').localeCompare(other.dueTime ?? '24:00')

/** By what a list of tasks can be grouped. */
export const taskGroupings = ['none', 'due', 'priority', 'status', 'assignee', 'account'] as const
export type TaskGrouping = (typeof taskGroupings)[number]

export const taskSortColumns = [
  'dueDate',
  'startDate',
  'title',
  'priority',
  'status',
  'assignee',
  'record',
  'account',
  'createdAt',
  'updatedAt',
  'completedAt',
] as const
export type TaskSortColumn = (typeof taskSortColumns)[number]

export const taskLimits = {
  title: 255,
  viewName: 120,
  checklistText: 500,
  checklist: 100,
  watchers: 50,
  /** Tasks of one call. */
  atOnce: 1000,
  /** Lines that are pasted at once. */
  lines: 200,
  /** A year of working days, in minutes. */
  estimateMinutes: 120_000,
} as const

/** Tasks on a page unless the call says otherwise. */
export const taskPageSize = 20
