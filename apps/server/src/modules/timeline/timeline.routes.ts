import { dataOf } from '@steward/contracts/api'
import {
  bookmarkedSchema,
  bookmarkSchema,
  commentParams,
  commentSchema,
  deletedCommentSchema,
  itemParams,
  itemRevisionSchema,
  pinnedSchema,
  pinSchema,
  seenItemsSchema,
  seenSchema,
  timelineItemSchema,
  timelinePageSchema,
  timelineQuery,
  writeCommentSchema,
} from '@steward/contracts/timeline'
import { timelineSearchQuery, timelineSearchSchema } from '@steward/contracts/timeline/search'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { TimelineService } from './timeline.service.ts'

const tag = 'Timeline'
const url = '/core/timeline'
const one = `${url}/:itemId`
const comments = `${one}/comments`
const comment = `${comments}/:commentId`

/** What happened with a customer. */
export function addTimelineRoutes(api: FastifyInstance, timeline: TimelineService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'getTimeline',
    summary: 'Get the timeline of a record and its child records, newest first',
    description:
      "The next page starts at `nextCursor`. `first` repeats pinned items and the caller's bookmarks; it is on the first page without filters.",
    tag,
    errors: [404],
    permission: 'timeline.read',
    query: timelineQuery,
    response: timelinePageSchema,
    handle: ({ actor, query }) => timeline.list(actor, query),
  })
  route(api, {
    method: 'GET',
    url: `${url}/search`,
    operationId: 'searchTimeline',
    summary: 'Search timeline items of all records, newest first',
    tag,
    permission: 'timeline.read',
    query: timelineSearchQuery,
    response: timelineSearchSchema,
    handle: ({ actor, query }) => timeline.search(actor, query),
  })
  route(api, {
    method: 'GET',
    url: one,
    operationId: 'getTimelineItem',
    summary: 'Get one timeline item',
    tag,
    permission: 'timeline.read',
    params: itemParams,
    response: dataOf(timelineItemSchema),
    handle: async ({ actor, params }) => ({ data: await timeline.read(actor, params.itemId) }),
  })
  route(api, {
    method: 'GET',
    url: `${one}/revisions`,
    operationId: 'listItemRevisions',
    summary: 'List the revisions of an item, latest first',
    tag,
    permission: 'timeline.read',
    params: itemParams,
    response: dataOf(z.array(itemRevisionSchema)),
    handle: async ({ actor, params }) => ({ data: await timeline.revisions(actor, params.itemId) }),
  })
  route(api, {
    method: 'POST',
    url: `${one}/restore`,
    operationId: 'restoreTimelineItem',
    summary: 'Restore a deleted item',
    tag,
    errors: [409],
    permission: 'timeline.edit',
    params: itemParams,
    body: z.strictObject({}).nullish(),
    response: dataOf(timelineItemSchema),
    handle: async ({ actor, params }) => ({ data: await timeline.bringBack(actor, params.itemId) }),
  })
  route(api, {
    method: 'PATCH',
    url: `${one}/bookmark`,
    operationId: 'bookmarkTimelineItem',
    summary: 'Add or remove your bookmark on an item',
    tag,
    permission: 'timeline.read',
    params: itemParams,
    body: bookmarkSchema,
    response: bookmarkedSchema,
    handle: async ({ actor, params: { itemId }, body }) => ({
      data: { itemId, bookmarked: await timeline.bookmark(actor, itemId, body.bookmarkStatus) },
    }),
  })
  route(api, {
    method: 'PATCH',
    url: `${one}/pin`,
    operationId: 'pinTimelineItem',
    summary: 'Pin or unpin an item for everyone',
    tag,
    errors: [409],
    permission: 'timeline.edit',
    params: itemParams,
    body: pinSchema,
    response: pinnedSchema,
    async handle({ actor, params: { itemId }, body: { pinStatus } }) {
      await timeline.pin(actor, itemId, pinStatus)
      return { data: { itemId, pinned: pinStatus } }
    },
  })
  route(api, {
    method: 'POST',
    url: `${url}/seen`,
    operationId: 'markItemsSeen',
    summary: 'Mark items as seen',
    tag,
    permission: 'timeline.read',
    body: seenSchema,
    response: seenItemsSchema,
    async handle({ actor, body: { itemIds } }) {
      await timeline.seen(actor, itemIds)
      return { data: { itemIds } }
    },
  })
}

/** What people answer to an item. */
export function addCommentRoutes(api: FastifyInstance, timeline: TimelineService): void {
  route(api, {
    method: 'GET',
    url: comments,
    operationId: 'listComments',
    summary: 'List the comments on an item, oldest first',
    tag,
    permission: 'timeline.read',
    params: itemParams,
    response: dataOf(z.array(commentSchema)),
    handle: async ({ actor, params }) => ({ data: await timeline.comments(actor, params.itemId) }),
  })
  route(api, {
    method: 'POST',
    url: comments,
    operationId: 'createComment',
    summary: 'Comment on an item',
    tag,
    errors: [409],
    permission: 'timeline.edit',
    params: itemParams,
    body: writeCommentSchema,
    response: dataOf(commentSchema),
    handle: async ({ actor, params, body }) => ({
      data: await timeline.comment(actor, params.itemId, body.body),
    }),
  })
  route(api, {
    method: 'PUT',
    url: comment,
    operationId: 'changeComment',
    summary: 'Update a comment',
    tag,
    errors: [409],
    permission: 'timeline.edit',
    params: commentParams,
    body: writeCommentSchema,
    response: dataOf(commentSchema),
    handle: async ({ actor, params, body }) => ({
      data: await timeline.changeComment(actor, params, body.body),
    }),
  })
  route(api, {
    method: 'DELETE',
    url: comment,
    operationId: 'deleteComment',
    summary: 'Delete a comment',
    tag,
    errors: [409],
    permission: 'timeline.edit',
    params: commentParams,
    response: deletedCommentSchema,
    async handle({ actor, params }) {
      await timeline.deleteComment(actor, params)
      return { data: { commentId: params.commentId } }
    },
  })
}
