import { dataOf, idParams } from '@steward/contracts/api'
import {
  changeShareSchema,
  createShareSchema,
  sharedPageParams,
  sharedTaskParams,
  shareParams,
  shareSchema,
  sharesSchema,
  shareViewsSchema,
} from '@steward/contracts/success-plan/share'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { publicRoute, route } from '../../platform/http/route.ts'
import { pagePolicy } from './page.rules.ts'
import type { ShareService } from './share.service.ts'
import type { SharedPages } from './shared-page.service.ts'

const tag = 'success-plan'
const url = '/success-plan/success-plan/:id/share'
const minute = 60_000

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

/** The pages of links, which need no sign-in. */
export function addSharedPageRoutes(api: FastifyInstance, pages: SharedPages): void {
  const response = z.unknown().meta({ description: 'text/html' })
  publicRoute(api, {
    method: 'GET',
    url: '/shared-plan/:token',
    operationId: 'readSharedPlan',
    summary: 'Get the page of a shared success plan',
    tag,
    rateLimit: { max: 120, timeWindow: minute },
    errors: [429],
    params: sharedPageParams,
    response,
    handle: async ({ params, request, reply }) => {
      const html = await pages.page(params.token, {
        address: request.ip,
        browser: request.headers['user-agent'] ?? null,
      })
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': pagePolicy,
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      })
      return reply.send(html)
    },
  })
  api.register(async (forms) => {
    // The form says nothing that the address doesn't.
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1000 },
      (_request, _body, done) => done(null, undefined),
    )
    publicRoute(forms, {
      method: 'POST',
      url: '/shared-plan/:token/task/:taskId',
      operationId: 'toggleSharedTask',
      summary: 'Complete a task on the page of a shared success plan, or open it again',
      tag,
      rateLimit: { max: 30, timeWindow: minute },
      errors: [429],
      params: sharedTaskParams,
      response,
      handle: async ({ params, reply }) => {
        await pages.toggle(params.token, params.taskId)
        return reply.redirect(`/api/shared-plan/${params.token}`, 303)
      },
    })
  })
}
