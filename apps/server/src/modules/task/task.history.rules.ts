import type { ChecklistStep } from '@steward/contracts/task'
import { plainTextOf } from '@steward/rich-text'
import type { Recurrence } from '../recurrence/index.ts'
import type { TaskKey } from './task.state.ts'

/** The labels of the parts of a task. */
const labels: Readonly<Record<TaskKey, string>> = {
  title: 'Title',
  description: 'Description',
  type: 'Type',
  status: 'Status',
  priority: 'Priority',
  dueDate: 'Due date',
  dueTime: 'Due time',
  startDate: 'Start date',
  isDatePinned: 'Date set by hand',
  estimateMinutes: 'Estimate',
  recurrence: 'Repeats',
  seriesId: 'Series',
  assigneeId: 'Assignee',
  creatorId: 'Creator',
  recordId: 'Record',
  activityTypeId: 'Activity type',
  checklist: 'Checklist',
  watcherIds: 'Watchers',
  fileIds: 'Files',
  instanceId: 'Playbook',
  stepId: 'Playbook step',
  activityId: 'Logged activity',
  completedAt: 'Completed',
  completedBy: 'Completed by',
  createdAt: 'Created',
}

/** `body` is the text of a comment. */
export const labelOf = (key: string): string => (key === 'body' ? 'Comment' : (labels[key as TaskKey] ?? key))

export interface HistoryNames {
  userName(id: number): string
  recordName(id: number): string
  recurrenceText(recurrence: Recurrence): string
}

const words: Readonly<Record<string, string>> = {
  OPEN: 'Open',
  PLANNED: 'Planned',
  IN_PROGRESS: 'In progress',
  COMPLETED: 'Completed',
  ARCHIVED: 'Archived',
  NONE: 'None',
  LOW: 'Low',
  NORMAL: 'Normal',
  HIGH: 'High',
  URGENT: 'Urgent',
  normal: 'Normal',
  playbook: 'Playbook',
  successPlan: 'Success plan',
}

const asUser = (value: unknown, names: HistoryNames): string => names.userName(Number(value))

/** Texts for the values of some keys; other values stay as they are. */
const texts: Readonly<Record<string, (value: never, names: HistoryNames) => string>> = {
  status: (value: string) => words[value] ?? value,
  priority: (value: string) => words[value] ?? value,
  type: (value: string) => words[value] ?? value,
  description: (value: string) => plainTextOf(value),
  body: (value: string) => plainTextOf(value),
  assigneeId: asUser,
  creatorId: asUser,
  completedBy: asUser,
  recordId: (value: number, names) => names.recordName(value),
  watcherIds: (value: number[], names) => value.map(names.userName).join(', '),
  fileIds: (value: number[]) => `${value.length} ${value.length === 1 ? 'file' : 'files'}`,
  checklist: (value: ChecklistStep[]) =>
    value.map(({ text, isDone }) => `${isDone ? '☑' : '☐'} ${text}`).join('\n'),
  isDatePinned: (value: boolean) => (value ? 'Yes' : 'No'),
  estimateMinutes: (value: number) => `${value} min`,
  recurrence: (value: Recurrence, names) => names.recurrenceText(value),
}

function textOf(key: string, value: unknown, names: HistoryNames): string | null {
  if (value === null || value === undefined) return null
  return texts[key] ? texts[key](value as never, names) || null : String(value)
}

/** Keys that follow from others, and say nothing by themselves. */
const silent: ReadonlySet<string> = new Set(['completedAt', 'completedBy', 'createdAt', 'seriesId'])

/** What an operation changed, in words. */
export function presentChange(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  names: HistoryNames,
) {
  return Object.keys(after)
    .filter((key) => !silent.has(key))
    .map((key) => ({
      field: key,
      label: labelOf(key),
      beforeText: textOf(key, before[key], names),
      afterText: textOf(key, after[key], names),
    }))
}
