import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { Comment, TimelineItem } from '@steward/contracts/timeline'
import { itemQuery } from '../timeline.calls.ts'
import { withComment } from '../../../entities/comment/index.ts'
import { commentsQuery, showComments } from './comments.calls.ts'

const itemId = 5
const comment = (commentId: number, body = '') => ({ commentId, body }) as Comment

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(commentsQuery(itemId).queryKey, [comment(1), comment(2)])
  client.setQueryData(itemQuery(itemId).queryKey, { itemId, commentCount: 2 } as TimelineItem)
})

const shown = () => [
  client.getQueryData(commentsQuery(itemId).queryKey)?.map(({ commentId }) => commentId),
  client.getQueryData(itemQuery(itemId).queryKey)?.commentCount,
]
const put = (one: Comment) => showComments(client, itemId, (held) => withComment(held, one))

test('a comment joins those that came while it was sent', () => {
  client.setQueryData(commentsQuery(itemId).queryKey, [comment(1), comment(2), comment(3)])
  put(comment(4))
  expect(shown()).toEqual([[1, 2, 3, 4], 4])
})

test('a comment does not hide that the item has others that are not read yet', () => {
  client.setQueryData(itemQuery(itemId).queryKey, { itemId, commentCount: 3 } as TimelineItem)
  put(comment(4))
  expect(shown()).toEqual([[1, 2, 4], 4])
})

test('a comment that was read already is there once, and one that comes back in its place', () => {
  put(comment(2, 'Edited'))
  expect(shown()).toEqual([[1, 2], 2])
  showComments(client, itemId, (held) => held.filter(({ commentId }) => commentId !== 1))
  expect(shown()).toEqual([[2], 1])
  put(comment(1))
  expect(shown()).toEqual([[1, 2], 2])
})
