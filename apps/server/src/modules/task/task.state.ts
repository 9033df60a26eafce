import type { ChecklistStep } from '@steward/contracts/task'
import {
  taskPriorities,
  taskPriorityId,
  taskStatuses,
  taskStatusId,
  taskTypeId,
  taskTypes,
  type TaskPriority,
  type TaskStatus,
  type TaskType,
} from '@steward/contracts/plain/task'
import type { Recurrence } from '../recurrence/index.ts'

/** A task as the ledger has it. Days are `YYYY-MM-DD`, instants ISO texts. */
export interface TaskState {
  title: string
  /** As rich text is stored. */
  description: string | null
  type: TaskType
  status: TaskStatus
  priority: TaskPriority
  dueDate: string | null
  /** `HH:MM` by the clock of the assignee; only with a due day. */
  dueTime: string | null
  startDate: string | null
  /** Whether someone set the due day, so that a playbook leaves it. */
  isDatePinned: boolean
  estimateMinutes: number | null
  /** How it repeats; of a series only the present task does. */
  recurrence: Recurrence | null
  /** The first task of its series. */
  seriesId: number | null
  assigneeId: number | null
  /** null: Steward. */
  creatorId: number | null
  recordId: number | null
  activityTypeId: number | null
  checklist: readonly ChecklistStep[]
  watcherIds: readonly number[]
  fileIds: readonly number[]
  /** The playbook instance and its step. */
  instanceId: number | null
  stepId: number | null
  /** The activity that its completion logged. */
  activityId: number | null
  completedAt: string | null
  completedBy: number | null
  createdAt: string
}

export type TaskKey = keyof TaskState
export type TaskValues = { readonly [Key in TaskKey]?: TaskState[Key] | undefined }

/** A task as it is, with what the ledger does not keep. */
export interface CurrentTask {
  taskId: number
  version: number
  state: TaskState
}

interface Column {
  sql: string
  type: string
  /** Formats a value; by default it stays as it is. */
  write?(value: never): unknown
  read?(value: never): unknown
}

/** JSON of the database has its own order of keys; states are compared as texts. */
const recurrenceOf = (stored: Recurrence | null): Recurrence | null =>
  stored && {
    rule: stored.rule,
    mode: stored.mode,
    dayOff: stored.dayOff,
    day: stored.day,
    nth: stored.nth,
    missed: stored.missed,
  }

const stepsOf = (stored: readonly ChecklistStep[]): ChecklistStep[] =>
  stored.map(({ stepId, text, isDone, assigneeId, dueDate }) => ({
    stepId,
    text,
    isDone,
    assigneeId,
    dueDate,
  }))

/** Where each key lies in the table. */
export const columns: Readonly<Record<TaskKey, Column>> = {
  title: { sql: 'title', type: 'text' },
  description: { sql: 'description', type: 'text' },
  type: {
    sql: 'type',
    type: 'smallint',
    write: (type: TaskType) => taskTypeId(type),
    read: (id: number) => taskTypes[id - 1],
  },
  status: {
    sql: 'status',
    type: 'smallint',
    write: (status: TaskStatus) => taskStatusId(status),
    read: (id: number) => taskStatuses[id - 1],
  },
  priority: {
    sql: 'priority',
    type: 'smallint',
    write: (priority: TaskPriority) => taskPriorityId(priority),
    read: (id: number) => taskPriorities[id],
  },
  dueDate: { sql: 'due_on', type: 'date' },
  dueTime: { sql: 'due_time', type: 'text' },
  startDate: { sql: 'start_on', type: 'date' },
  isDatePinned: { sql: 'date_pinned', type: 'boolean' },
  estimateMinutes: { sql: 'estimate_minutes', type: 'integer' },
  recurrence: { sql: 'recurrence', type: 'jsonb', read: recurrenceOf },
  seriesId: { sql: 'series_id', type: 'bigint' },
  assigneeId: { sql: 'assignee_id', type: 'integer' },
  creatorId: { sql: 'creator_id', type: 'integer' },
  recordId: { sql: 'record_id', type: 'bigint' },
  activityTypeId: { sql: 'activity_type_id', type: 'integer' },
  checklist: { sql: 'checklist', type: 'jsonb', read: stepsOf },
  watcherIds: { sql: 'watchers', type: 'integer[]' },
  fileIds: { sql: 'file_ids', type: 'integer[]' },
  instanceId: { sql: 'instance_id', type: 'bigint' },
  stepId: { sql: 'step_id', type: 'bigint' },
  activityId: { sql: 'activity_id', type: 'bigint' },
  completedAt: {
    sql: 'completed_at',
    type: 'timestamptz',
    read: (at: Date | null) => at?.toISOString() ?? null,
  },
  completedBy: { sql: 'completed_by', type: 'integer' },
  createdAt: { sql: 'created_at', type: 'timestamptz', read: (at: Date) => at.toISOString() },
}

export const keys = Object.keys(columns) as TaskKey[]

/** A new task of which nothing else is known. */
export const emptyTask: Omit<TaskState, 'title' | 'createdAt'> = {
  description: null,
  type: 'normal',
  status: 'OPEN',
  priority: 'NORMAL',
  dueDate: null,
  dueTime: null,
  startDate: null,
  isDatePinned: false,
  estimateMinutes: null,
  recurrence: null,
  seriesId: null,
  assigneeId: null,
  creatorId: null,
  recordId: null,
  activityTypeId: null,
  checklist: [],
  watcherIds: [],
  fileIds: [],
  instanceId: null,
  stepId: null,
  activityId: null,
  completedAt: null,
  completedBy: null,
}

/** A state as the statement takes it that writes tasks. */
export function rowOf(taskId: number, version: number, state: TaskState): Record<string, unknown> {
  const row: Record<string, unknown> = { task_id: taskId, version }
  for (const key of keys) {
    const { sql, write } = columns[key]
    const value = state[key]
    row[sql] = write ? write(value as never) : value
  }
  return row
}

/** The state in a row of the table. */
export function stateOf(row: Readonly<Record<string, unknown>>): TaskState {
  const state: Record<string, unknown> = {}
  for (const key of keys) {
    const { sql, read } = columns[key]
    const value = row[sql]
    state[key] = read ? read(value as never) : value
  }
  return state as unknown as TaskState
}

/** The keys in which two states differ. */
export function differingKeys(before: TaskState, after: TaskState): TaskKey[] {
  return keys.filter((key) => {
    const [one, other] = [before[key], after[key]]
    return one !== other && (typeof one !== 'object' || JSON.stringify(one) !== JSON.stringify(other))
  })
}

/** Some values of a state. */
export function pick(state: TaskState, some: readonly TaskKey[]): Record<string, unknown> {
  return Object.fromEntries(some.map((key) => [key, state[key]]))
}
