import { addDays } from '@steward/conditions'
import { idParams } from '@steward/contracts/api'
import {
  changeTaskSchema,
  completeTasksSchema,
  createTaskLinesSchema,
  createTaskSchema,
  reassignTasksSchema,
  rescheduleTasksSchema,
  taskBookmarkedSchema,
  taskIdsSchema,
  tasksChangedSchema,
  taskSchema,
  writtenTaskSchema,
  writtenTasksSchema,
} from '@steward/contracts/task'
import {
  taskChangesQuery,
  taskHistorySchema,
  taskListQuery,
  taskLoadQuery,
  taskLoadSchema,
  taskPageSchema,
  taskSearchQuery,
} from '@steward/contracts/task-list'
import { dataOf } from '@steward/contracts/api'
import { bookmarkSchema } from '@steward/contracts/timeline'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { TaskReading } from './task.reading.service.ts'
import type { TaskService } from './task.service.ts'

const tag = 'task'

interface Services {
  tasks: TaskService
  reading: TaskReading
}

/** Where the calls lie: both paths are the same calls. */
const places = [
  { at: '/playbook/tasks', suffix: 'InPlaybooks' },
  { at: '/tasks', suffix: '' },
] as const

type Place = (typeof places)[number]

function addReading(api: FastifyInstance, { at, suffix }: Place, { reading }: Services): void {
  route(api, {
    method: 'GET',
    url: at,
    operationId: `listTasks${suffix}`,
    summary: 'List tasks with a breakdown by due day',
    description:
      'The total and the breakdown are exact. Days count in the time zone of the caller. Tasks of records that the caller can’t see are not among them.',
    tag,
    permission: 'task.read',
    query: taskListQuery,
    response: taskPageSchema,
    errors: [404],
    handle: ({ actor, query }) => reading.list(actor, query),
  })
  route(api, {
    method: 'GET',
    url: `${at}/search`,
    operationId: `searchTasks${suffix}`,
    summary: 'List the tasks of a record and of the records below it',
    tag,
    permission: 'task.read',
    query: taskSearchQuery,
    response: taskPageSchema,
    errors: [404],
    handle: ({ actor, query: { order, orderBy, ...query } }) =>
      reading.list(actor, taskListQuery.parse({ ...query, sortColumn: orderBy, sortDirection: order })),
  })
  route(api, {
    method: 'GET',
    url: `${at}/load`,
    operationId: `readTaskLoad${suffix}`,
    summary: 'Count the open tasks and their estimates by person and week',
    description: 'Weeks begin on Monday. Tasks that the caller can’t see are not counted.',
    tag,
    permission: 'task.read',
    query: taskLoadQuery,
    response: taskLoadSchema,
    handle: async ({ actor, query }) => ({ data: await reading.load(actor, query.weeks) }),
  })
  route(api, {
    method: 'GET',
    url: `${at}/:id`,
    operationId: `readTask${suffix}`,
    summary: 'Get one task',
    tag,
    permission: 'task.read',
    params: idParams,
    response: dataOf(taskSchema),
    handle: async ({ actor, params }) => ({ data: await reading.read(actor, params.id) }),
  })
  route(api, {
    method: 'GET',
    url: `${at}/:id/changelog`,
    operationId: `listTaskChanges${suffix}`,
    summary: 'List the changes of a task, newest first',
    tag,
    permission: 'task.read',
    params: idParams,
    query: taskChangesQuery,
    response: taskHistorySchema,
    handle: ({ actor, params, query: { before, limit } }) =>
      reading.history(actor, params.id, { before: before ?? null, limit }),
  })
}

function addWriting(api: FastifyInstance, { at, suffix }: Place, { tasks }: Services): void {
  route(api, {
    method: 'POST',
    url: at,
    operationId: `createTask${suffix}`,
    summary: 'Create a task',
    tag,
    permission: 'task.edit',
    body: createTaskSchema,
    response: writtenTaskSchema,
    handle: ({ actor, body }) => tasks.create(actor, body),
  })
  route(api, {
    method: 'POST',
    url: `${at}/lines`,
    operationId: `createTaskLines${suffix}`,
    summary: 'Create a task for each line',
    tag,
    permission: 'task.edit',
    body: createTaskLinesSchema,
    response: writtenTasksSchema,
    handle: async ({ actor, body }) => ({ data: await tasks.createLines(actor, body) }),
  })
  route(api, {
    method: 'PUT',
    url: `${at}/:id`,
    operationId: `changeTask${suffix}`,
    summary: 'Update a task; what is left out stays',
    tag,
    permission: 'task.edit',
    params: idParams,
    body: changeTaskSchema,
    response: writtenTaskSchema,
    errors: [409],
    handle: ({ actor, params, body }) => tasks.change(actor, params.id, body),
  })
  route(api, {
    method: 'PATCH',
    url: `${at}/:id/bookmark`,
    operationId: `bookmarkTask${suffix}`,
    summary: 'Add or remove your bookmark on a task',
    tag,
    permission: 'task.read',
    params: idParams,
    body: bookmarkSchema,
    response: taskBookmarkedSchema,
    handle: async ({ actor, params, body }) => ({
      data: await tasks.bookmark(actor, params.id, body.bookmarkStatus),
    }),
  })
}

function addActs(api: FastifyInstance, { at, suffix }: Place, { tasks }: Services): void {
  const changes = { method: 'POST', tag, permission: 'task.edit', response: tasksChangedSchema } as const
  route(api, {
    ...changes,
    url: `${at}/complete`,
    operationId: `completeTasks${suffix}`,
    summary: 'Complete tasks',
    description: 'Tasks that someone has completed before are in unchanged, with who did it and when.',
    body: completeTasksSchema,
    handle: async ({ actor, body: { taskIds, logActivity } }) => ({
      data: await tasks.complete(actor, taskIds, logActivity),
    }),
  })
  route(api, {
    ...changes,
    url: `${at}/complete-checklist`,
    operationId: `completeTaskChecklists${suffix}`,
    summary: 'Complete all steps of the checklists of tasks',
    body: taskIdsSchema,
    handle: async ({ actor, body }) => ({ data: await tasks.completeChecklist(actor, body.taskIds) }),
  })
  route(api, {
    ...changes,
    url: `${at}/in-progress`,
    operationId: `startTasks${suffix}`,
    summary: 'Mark tasks as in progress',
    body: taskIdsSchema,
    handle: async ({ actor, body }) => ({ data: await tasks.start(actor, body.taskIds) }),
  })
  route(api, {
    ...changes,
    url: `${at}/archive`,
    operationId: `archiveTasks${suffix}`,
    summary: 'Archive tasks',
    body: taskIdsSchema,
    handle: async ({ actor, body }) => ({ data: await tasks.archive(actor, body.taskIds) }),
  })
  route(api, {
    ...changes,
    url: `${at}/reassign`,
    operationId: `reassignTasks${suffix}`,
    summary: 'Assign tasks to another user',
    body: reassignTasksSchema,
    handle: async ({ actor, body }) => ({ data: await tasks.reassign(actor, body.taskIds, body.assigneeId) }),
  })
  route(api, {
    ...changes,
    url: `${at}/reschedule`,
    operationId: `rescheduleTasks${suffix}`,
    summary: 'Set the due day of tasks, or move it by days',
    body: rescheduleTasksSchema,
    handle: async ({ actor, body: { taskIds, dueDate, days } }) => ({
      data: await tasks.reschedule(actor, taskIds, (day) =>
        dueDate !== undefined ? dueDate : day && addDays(day, days ?? 0),
      ),
    }),
  })
}

export function addTaskRoutes(api: FastifyInstance, services: Services): void {
  for (const place of places) {
    addReading(api, place, services)
    addWriting(api, place, services)
    addActs(api, place, services)
  }
}
