import { dataOf, idSchema } from '@steward/contracts/api'
import {
  changeTaskViewSchema,
  createTaskViewSchema,
  taskViewParams,
  taskViewSchema,
} from '@steward/contracts/task/view'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { TaskViewService } from './view.service.ts'

const tag = 'task'
const url = '/task-views'

export function addTaskViewRoutes(api: FastifyInstance, views: TaskViewService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listTaskViews',
    summary: 'List public views of tasks and your own, by name',
    tag,
    permission: 'task.read',
    response: dataOf(z.array(taskViewSchema)),
    handle: async ({ actor }) => ({ data: await views.list(actor) }),
  })
  route(api, {
    method: 'POST',
    url,
    operationId: 'createTaskView',
    summary: 'Save a view of tasks under a name',
    tag,
    permission: 'task.edit',
    body: createTaskViewSchema,
    response: dataOf(taskViewSchema),
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await views.create(actor, body) }),
  })
  route(api, {
    method: 'PUT',
    url: `${url}/:viewId`,
    operationId: 'changeTaskView',
    summary: 'Update a view of tasks; what is left out stays',
    tag,
    permission: 'task.edit',
    params: taskViewParams,
    body: changeTaskViewSchema,
    response: dataOf(taskViewSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await views.change(actor, params.viewId, body) }),
  })
  route(api, {
    method: 'DELETE',
    url: `${url}/:viewId`,
    operationId: 'deleteTaskView',
    summary: 'Delete a view of tasks',
    tag,
    permission: 'task.edit',
    params: taskViewParams,
    response: dataOf(z.object({ viewId: idSchema })),
    handle: async ({ actor, params }) => {
      await views.remove(actor, params.viewId)
      return { data: { viewId: params.viewId } }
    },
  })
}
