import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Rule } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import { doneStatuses, type DateBreakdown, type TaskStatus } from '@steward/contracts/plain/task'
import type { ChangeTask, CreateTask, Task, TasksChanged } from '@steward/contracts/task'
import type { TaskLoad, TaskPage } from '@steward/contracts/task-list'
import type { operations } from '@steward/api-client'
import { api, send } from '../../api/client.ts'
import { groupings, type Grouping } from './task-group.rules.ts'
import { refreshOverviews } from '../../entities/overview/index.ts'

export const tasksKey = ['tasks'] as const

/** Which tasks a list shows. */
export interface TaskView {
  mine: boolean
  showsCompleted: boolean
  showsArchived: boolean
  /** Only tasks that the reader bookmarked. */
  bookmarked: boolean
  due: DateBreakdown | null
  group: Grouping
  query: string
  /** null: no conditions. */
  filter: Rule | null
}

/** The record whose tasks are shown. */
export interface TaskSubject {
  level: Level
  id: number
}

const pageSize = 50

type ListQuery = NonNullable<operations['listTasks']['parameters']['query']>

/** What every display asks of a view. */
const sharedOf = ({ mine, query, bookmarked, filter }: TaskView, subject: TaskSubject | null) => ({
  ...(mine && { myTasksOnly: true }),
  ...(query && { query }),
  ...(filter && { filters: JSON.stringify(filter) }),
  ...(bookmarked && { bookmarked }),
  ...(subject && { level: subject.level.name, parentIdentifier: subject.id }),
})

const presetsOf = ({ showsCompleted, showsArchived }: TaskView) => ({
  ...(!showsCompleted && { hideCompleted: true }),
  ...(!showsArchived && { hideArchived: true }),
})

const getPage = (query: ListQuery, signal: AbortSignal): Promise<TaskPage> =>
  send(api.GET('/tasks', { params: { query }, signal }))

/** Pages of tasks, one after the other. */
const pagesOf = (query: ListQuery) =>
  infiniteQueryOptions({
    queryKey: [...tasksKey, 'list', query],
    queryFn: ({ signal, pageParam }) => getPage({ ...query, page: pageParam, pageSize }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalItemCount }: TaskPage) =>
      page * pageSize < totalItemCount ? page + 1 : undefined,
  })

/** The tasks of a list, page by page. */
export function tasksQuery(view: TaskView, subject: TaskSubject | null) {
  const { column: sortColumn, direction: sortDirection } = groupings[view.group]
  return pagesOf({
    ...sharedOf(view, subject),
    ...presetsOf(view),
    ...(view.due && { dateBreakdownFilter: view.due }),
    sortColumn,
    sortDirection,
  })
}

/** The tasks of a column of the board; what is done the latest first. */
export function columnQuery(view: TaskView, subject: TaskSubject | null, status: TaskStatus) {
  const isDone = doneStatuses.includes(status)
  const order = isDone ? ({ sortColumn: 'updatedAt', sortDirection: 'DESC' } as const) : {}
  return pagesOf({ ...sharedOf(view, subject), status: [status], ...order })
}

/** Tasks of a calendar that are read at once. */
const mostInCalendar = 1000

/** The tasks that are due in some days. */
export function spanQuery(view: TaskView, subject: TaskSubject | null, dueFrom: string, dueTo: string) {
  const query = { ...sharedOf(view, subject), ...presetsOf(view), dueFrom, dueTo, pageSize: mostInCalendar }
  return queryOptions({
    queryKey: [...tasksKey, 'span', query],
    queryFn: ({ signal }) => getPage(query, signal),
    placeholderData: keepPreviousData,
  })
}

/** How much each person has to do in the coming weeks. */
export const taskLoadQuery = queryOptions({
  queryKey: [...tasksKey, 'load'],
  queryFn: async ({ signal }): Promise<TaskLoad> => (await send(api.GET('/tasks/load', { signal }))).data,
})

const onePath = (id: number) => ({ path: { id } })

export const taskQuery = (taskId: number) =>
  queryOptions({
    queryKey: [...tasksKey, 'one', taskId],
    queryFn: async ({ signal }): Promise<Task> =>
      (await send(api.GET('/tasks/{id}', { params: onePath(taskId), signal }))).data,
  })

/** The changes of a task, newest first. */
export const taskHistoryQuery = (taskId: number) =>
  queryOptions({
    queryKey: [...tasksKey, 'history', taskId],
    queryFn: async ({ signal }) =>
      (await send(api.GET('/tasks/{id}/changelog', { params: onePath(taskId), signal }))).data,
  })

/** Reads tasks again, and what else shows them. */
export async function refreshTasks(client: QueryClient): Promise<void> {
  void refreshOverviews(client)
  client.removeQueries({ queryKey: ['timeline'], type: 'inactive' })
  await client.invalidateQueries({ queryKey: tasksKey })
}

/** A written task, and the change set that undoes it. */
export interface Written {
  data: Task
  changeSetId: number | null
}

export const createTask = (body: CreateTask): Promise<Written> => send(api.POST('/tasks', { body }))

export const setTaskBookmark = (taskId: number, bookmarkStatus: boolean): Promise<unknown> =>
  send(api.PATCH('/tasks/{id}/bookmark', { params: onePath(taskId), body: { bookmarkStatus } }))

export const updateTask = (taskId: number, body: ChangeTask): Promise<Written> =>
  send(api.PUT('/tasks/{id}', { params: onePath(taskId), body }))

/** One task for each line. */
export async function createTaskLines(
  lines: string[],
  subject: TaskSubject | null,
): Promise<{ changeSetId: number | null; taskIds: number[] }> {
  const place = subject && { level: subject.level.id, parentIdentifier: subject.id }
  return (await send(api.POST('/tasks/lines', { body: { lines, ...place } }))).data
}

export async function completeTasks(taskIds: number[], logActivity = false): Promise<TasksChanged> {
  return (await send(api.POST('/tasks/complete', { body: { taskIds, logActivity } }))).data
}

export async function startTasks(taskIds: number[]): Promise<TasksChanged> {
  return (await send(api.POST('/tasks/in-progress', { body: { taskIds } }))).data
}

export async function archiveTasks(taskIds: number[]): Promise<TasksChanged> {
  return (await send(api.POST('/tasks/archive', { body: { taskIds } }))).data
}

export async function reassignTasks(taskIds: number[], assigneeId: number | null): Promise<TasksChanged> {
  return (await send(api.POST('/tasks/reassign', { body: { taskIds, assigneeId } }))).data
}

export async function rescheduleTasks(taskIds: number[], dueDate: string | null): Promise<TasksChanged> {
  return (await send(api.POST('/tasks/reschedule', { body: { taskIds, dueDate } }))).data
}
