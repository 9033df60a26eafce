import { queryOptions } from '@tanstack/react-query'
import type { Comment } from '@steward/contracts/timeline'
import { api, send } from '../../../api/client.ts'

export function commentsQuery(itemId: number) {
  return queryOptions({
    queryKey: ['timeline-comments', itemId],
    queryFn: async ({ signal }): Promise<Comment[]> =>
      (await send(api.GET('/core/timeline/{itemId}/comments', { params: { path: { itemId } }, signal })))
        .data,
  })
}

export async function addComment(itemId: number, body: string): Promise<Comment> {
  const init = { params: { path: { itemId } }, body: { body } }
  return (await send(api.POST('/core/timeline/{itemId}/comments', init))).data
}

export async function changeComment(itemId: number, commentId: number, body: string): Promise<Comment> {
  const init = { params: { path: { itemId, commentId } }, body: { body } }
  return (await send(api.PUT('/core/timeline/{itemId}/comments/{commentId}', init))).data
}

export async function removeComment(itemId: number, commentId: number): Promise<void> {
  const params = { path: { itemId, commentId } }
  await send(api.DELETE('/core/timeline/{itemId}/comments/{commentId}', { params }))
}
