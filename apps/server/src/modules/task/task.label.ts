import type { TaskKey } from './task.state.ts'

/** What people call the parts of a task. */
const labels: Readonly<Record<TaskKey, string>> = {
  title: 'Title',
  description: 'Description',
  type: 'Type',
  status: 'Status',
  priority: 'Priority',
  dueDate: 'Due date',
  startDate: 'Start date',
  isDatePinned: 'Date set by hand',
  estimateMinutes: 'Estimate',
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

export const labelOf = (key: string): string => labels[key as TaskKey] ?? key
