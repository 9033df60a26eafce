import { queryOptions } from '@tanstack/react-query'
import type { DeletedTaskComment, WrittenTaskComment } from '@steward/contracts/task/comment'
import type { Comment } from '@steward/contracts/timeline'
import { api, send } from '../../../api/client.ts'
import { tasksKey } from '../task.calls.ts'

export const taskCommentsQuery = (taskId: number) =>
  queryOptions({
    queryKey: [...tasksKey, 'comments', taskId],
    queryFn: async ({ signal }): Promise<Comment[]> =>
      (await send(api.GET('/tasks/{id}/comments', { params: { path: { id: taskId } }, signal }))).data,
  })

export const createTaskComment = (id: number, body: string): Promise<WrittenTaskComment> =>
  send(api.POST('/tasks/{id}/comments', { params: { path: { id } }, body: { body } }))

export const updateTaskComment = (id: number, commentId: number, body: string): Promise<WrittenTaskComment> =>
  send(api.PUT('/tasks/{id}/comments/{commentId}', { params: { path: { id, commentId } }, body: { body } }))

export const deleteTaskComment = (id: number, commentId: number): Promise<DeletedTaskComment> =>
  send(api.DELETE('/tasks/{id}/comments/{commentId}', { params: { path: { id, commentId } } }))
