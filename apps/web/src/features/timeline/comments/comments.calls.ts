import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Comment } from '@steward/contracts/timeline'
import { api, send } from '../../../api/client.ts'
import { patchItem } from '../timeline.calls.ts'

export function commentsQuery(itemId: number) {
  return queryOptions({
    queryKey: ['timeline-comments', itemId],
    queryFn: async ({ signal }): Promise<Comment[]> =>
      (await send(api.GET('/core/timeline/{itemId}/comments', { params: { path: { itemId } }, signal })))
        .data,
  })
}

/** Shows a change of the comments that are held now, and how many the item has with it. */
export function showComments(
  client: QueryClient,
  itemId: number,
  change: (held: readonly Comment[]) => Comment[],
): void {
  const { queryKey } = commentsQuery(itemId)
  const held = client.getQueryData(queryKey)
  if (!held) return void client.invalidateQueries({ queryKey })
  const next = change(held)
  client.setQueryData(queryKey, next)
  const more = next.length - held.length
  // The item may know of comments that are not read yet.
  patchItem(client, itemId, (item) => ({
    ...item,
    commentCount: Math.max(item.commentCount + more, next.length),
  }))
}

export async function createComment(itemId: number, body: string): Promise<Comment> {
  const init = { params: { path: { itemId } }, body: { body } }
  return (await send(api.POST('/core/timeline/{itemId}/comments', init))).data
}

export async function updateComment(itemId: number, commentId: number, body: string): Promise<Comment> {
  const init = { params: { path: { itemId, commentId } }, body: { body } }
  return (await send(api.PUT('/core/timeline/{itemId}/comments/{commentId}', init))).data
}

export async function deleteComment(itemId: number, commentId: number): Promise<void> {
  const params = { path: { itemId, commentId } }
  await send(api.DELETE('/core/timeline/{itemId}/comments/{commentId}', { params }))
}
