import { dataOf, idParams } from '@steward/contracts/api'
import {
  deletedTaskCommentSchema,
  taskCommentParams,
  writtenTaskCommentSchema,
} from '@steward/contracts/task/comment'
import { commentSchema, writeCommentSchema } from '@steward/contracts/timeline'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { CommentService } from './comment.service.ts'

const tag = 'task'

/** Comments belong to the calls of tasks, under both paths. */
export function addTaskCommentRoutes(api: FastifyInstance, comments: CommentService): void {
  for (const [at, suffix] of [
    ['/playbook/tasks', 'InPlaybooks'],
    ['/tasks', ''],
  ] as const) {
    const url = `${at}/:id/comments`
    route(api, {
      method: 'GET',
      url,
      operationId: `listTaskComments${suffix}`,
      summary: 'List the comments on a task, oldest first',
      tag,
      permission: 'task.read',
      params: idParams,
      response: dataOf(z.array(commentSchema)),
      handle: async ({ actor, params }) => ({ data: await comments.list(actor, params.id) }),
    })
    route(api, {
      method: 'POST',
      url,
      operationId: `createTaskComment${suffix}`,
      summary: 'Comment on a task; mentioned users are notified',
      tag,
      permission: 'task.edit',
      params: idParams,
      body: writeCommentSchema,
      response: writtenTaskCommentSchema,
      handle: ({ actor, params, body }) => comments.create(actor, params.id, body.body),
    })
    route(api, {
      method: 'PUT',
      url: `${url}/:commentId`,
      operationId: `changeTaskComment${suffix}`,
      summary: 'Update your comment on a task',
      tag,
      permission: 'task.edit',
      params: taskCommentParams,
      body: writeCommentSchema,
      response: writtenTaskCommentSchema,
      handle: ({ actor, params, body }) => comments.change(actor, params, body.body),
    })
    route(api, {
      method: 'DELETE',
      url: `${url}/:commentId`,
      operationId: `deleteTaskComment${suffix}`,
      summary: 'Delete a comment on a task',
      tag,
      permission: 'task.edit',
      params: taskCommentParams,
      response: deletedTaskCommentSchema,
      handle: ({ actor, params }) => comments.remove(actor, params),
    })
  }
}
