import { dataOf, idParams } from '@steward/contracts/api'
import {
  answerCommentSchema,
  changeShareSchema,
  createShareSchema,
  planCommentParams,
  planCommentsSchema,
  shareParams,
  shareSchema,
  sharesSchema,
  shareViewsSchema,
} from '@steward/contracts/success-plan/share'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { CommentService } from './comment.service.ts'
import type { ShareService } from './share.service.ts'

const tag = 'success-plan'
const url = '/success-plan/success-plan/:id/share'

/** Links to a plan, for those who may edit it. */
export function addShareRoutes(api: FastifyInstance, shares: ShareService): void {
  const calls = { tag, permission: 'plan.edit' } as const
  route(api, {
    ...calls,
    method: 'GET',
    url,
    operationId: 'listPlanShares',
    summary: 'List the links to a success plan, with what each shows and how often it was opened',
    params: idParams,
    response: sharesSchema,
    handle: async ({ actor, params }) => ({ data: await shares.list(actor, params.id) }),
  })
  route(api, {
    ...calls,
    method: 'POST',
    url,
    operationId: 'createPlanShare',
    summary: 'Share a success plan by a signed link, which shows only what is ticked',
    audited: 'by-service',
    params: idParams,
    body: createShareSchema,
    response: dataOf(shareSchema),
    handle: async ({ actor, params, body }) => ({ data: await shares.create(actor, params.id, body) }),
  })
  route(api, {
    ...calls,
    method: 'PATCH',
    url: `${url}/:shareId`,
    operationId: 'changePlanShare',
    summary: 'Change what a link shows, or until when',
    audited: 'by-service',
    params: shareParams,
    body: changeShareSchema,
    response: dataOf(shareSchema),
    handle: async ({ actor, params: { id, shareId }, body }) => ({
      data: await shares.change(actor, id, shareId, body),
    }),
  })
  route(api, {
    ...calls,
    method: 'PUT',
    url: `${url}/:shareId/revoke`,
    operationId: 'revokePlanShare',
    summary: 'Revoke a link for good',
    audited: 'by-service',
    params: shareParams,
    response: dataOf(shareSchema),
    handle: async ({ actor, params: { id, shareId } }) => ({ data: await shares.revoke(actor, id, shareId) }),
  })
  route(api, {
    ...calls,
    method: 'GET',
    url: `${url}/:shareId/view`,
    operationId: 'listPlanShareViews',
    summary: 'List when a link was opened, latest first',
    params: shareParams,
    response: shareViewsSchema,
    handle: async ({ actor, params: { id, shareId } }) => ({ data: await shares.views(actor, id, shareId) }),
  })
}

/** What customers wrote on the pages of links, for those who see the plan. */
export function addCommentRoutes(api: FastifyInstance, comments: CommentService): void {
  route(api, {
    method: 'GET',
    url: '/success-plan/success-plan/:id/comment',
    operationId: 'listPlanComments',
    summary: 'List the comments of customers on a success plan, latest first',
    tag,
    permission: 'plan.read',
    params: idParams,
    response: planCommentsSchema,
    handle: async ({ actor, params }) => ({ data: await comments.list(actor, params.id) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/:shareId/comment`,
    operationId: 'answerPlanComments',
    summary: 'Write a comment on the page of a link, as an answer to the customer',
    tag,
    permission: 'plan.edit',
    audited: 'by-service',
    params: shareParams,
    body: answerCommentSchema,
    response: planCommentsSchema,
    errors: [409],
    handle: async ({ actor, params: { id, shareId }, body }) => ({
      data: await comments.answer(actor, id, shareId, body.text),
    }),
  })
  route(api, {
    method: 'DELETE',
    url: '/success-plan/comment/:commentId',
    operationId: 'deletePlanComment',
    summary: 'Delete a comment of a customer from a success plan and its page',
    tag,
    permission: 'plan.edit',
    audited: 'by-service',
    params: planCommentParams,
    response: dataOf(z.object({ deleted: z.literal(true) })),
    handle: async ({ actor, params }) => {
      await comments.remove(actor, params.commentId)
      return { data: { deleted: true as const } }
    },
  })
}
