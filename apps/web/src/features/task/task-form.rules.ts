import type { RecurrenceForm } from '@steward/contracts/recurrence'
import type { TaskPriority, TaskStatus } from '@steward/contracts/plain/task'
import type { ChecklistStep, CreateTask, Task } from '@steward/contracts/task'
import type { FileBrief } from '@steward/contracts/timeline'

/** A step while it is edited; one that is new has no id yet. */
export type EditedStep = Omit<ChecklistStep, 'stepId'> & { stepId?: number; key: string }

/** A task while it is edited. */
export interface TaskForm {
  title: string
  description: string
  status: TaskStatus
  priority: TaskPriority
  dueDate: string | null
  dueTime: string | null
  startDate: string | null
  estimateMinutes: number | null
  recurrence: RecurrenceForm | null
  /** undefined: the user who creates it. */
  assigneeId: number | null | undefined
  watcherIds: number[]
  activityTypeId: number | null
  checklist: EditedStep[]
  files: FileBrief[]
}

export const blankForm: TaskForm = {
  title: '',
  description: '',
  status: 'OPEN',
  priority: 'NORMAL',
  dueDate: null,
  dueTime: null,
  startDate: null,
  estimateMinutes: null,
  recurrence: null,
  assigneeId: undefined,
  watcherIds: [],
  activityTypeId: null,
  checklist: [],
  files: [],
}

/** How a task repeats, without where its series is. */
const recurrenceOf = ({ recurrence }: Task): RecurrenceForm | null =>
  recurrence && { rule: recurrence.rule, mode: recurrence.mode, dayOff: recurrence.dayOff }

export function formOf(task: Task): TaskForm {
  return {
    title: task.title,
    description: task.description ?? '',
    status: task.status,
    priority: task.priority,
    dueDate: task.dueDate,
    dueTime: task.dueTime,
    startDate: task.startDate,
    estimateMinutes: task.estimateMinutes,
    recurrence: recurrenceOf(task),
    assigneeId: task.assignee?.id ?? null,
    watcherIds: task.watchers.map(({ id }) => id),
    activityTypeId: task.activityTypeId,
    files: task.files,
    checklist: task.checklist.map((item) => ({ ...item, key: String(item.stepId) })),
  }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Steps as they are sent: those without a text are left out. */
const stepsOf = (steps: readonly EditedStep[]) =>
  steps
    .filter(({ text }) => text.trim() !== '')
    .map(({ key: _key, ...item }) => ({ ...item, text: item.text.trim() }))

/** What is to be sent: the parts of a form that differ from how it began. */
export function changesOf(form: TaskForm, start: TaskForm): Partial<CreateTask> {
  const isNew = (key: string): boolean => !same(form[key as keyof TaskForm], start[key as keyof TaskForm])
  const { files, checklist, ...rest } = form
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => isNew(key))),
    ...(isNew('checklist') && { checklist: stepsOf(checklist) }),
    ...(isNew('files') && { fileIds: files.map(({ fileId }) => fileId) }),
  } as Partial<CreateTask>
}

export const isChanged = (form: TaskForm, start: TaskForm): boolean => !same(form, start)
