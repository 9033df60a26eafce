import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { DateBreakdown } from '@steward/contracts/plain/task'
import type { ChangeTask, CreateTask, Task, TasksChanged } from '@steward/contracts/task'
import type { TaskPage } from '@steward/contracts/task-list'
import { api, send } from '../../api/client.ts'
import { refreshOverviews } from '../../entities/overview/index.ts'

const tasksKey = ['tasks'] as const

/** Which tasks a list shows. */
export interface TaskView {
  mine: boolean
  showsDone: boolean
  due: DateBreakdown | null
  query: string
}

/** The record whose tasks are shown. */
export interface TaskSubject {
  level: Level
  id: number
}

const pageSize = 50

/** The tasks of a view, page by page. */
export function tasksQuery(view: TaskView, subject: TaskSubject | null) {
  const { mine, showsDone, due, query } = view
  return infiniteQueryOptions({
    queryKey: [...tasksKey, 'list', view, subject && [subject.level.name, subject.id]],
    queryFn: ({ signal, pageParam }): Promise<TaskPage> =>
      send(
        api.GET('/tasks', {
          params: {
            query: {
              page: pageParam,
              pageSize,
              ...(mine && { myTasksOnly: true }),
              ...(!showsDone && { hideCompleted: true, hideArchived: true }),
              ...(due && { dateBreakdownFilter: due }),
              ...(query && { query }),
              ...(subject && { level: subject.level.name, parentIdentifier: subject.id }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalItemCount }: TaskPage) =>
      page * pageSize < totalItemCount ? page + 1 : undefined,
  })
}

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
