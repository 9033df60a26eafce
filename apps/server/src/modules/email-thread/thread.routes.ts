import { dataOf, idParams } from '@steward/contracts/api'
import {
  changeThreadLinkingSchema,
  changeThreadStatusSchema,
  mailContentParams,
  mailContentQuery,
  mailMessageSchema,
  mailThreadSchema,
  mailThreadWithMessagesSchema,
  threadListQuery,
  threadPageSchema,
} from '@steward/contracts/email'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { MailPages } from './mail-page.service.ts'
import type { ThreadService } from './thread.service.ts'

const tag = 'email'

export function addThreadRoutes(api: FastifyInstance, threads: ThreadService): void {
  route(api, {
    method: 'GET',
    url: '/email-v3/threads',
    operationId: 'listMailThreads',
    summary: 'E-mail threads of a record and of those below it, the one that went on last first',
    description:
      'Without a record, all in sight. One message of a thread has to fit all of subject, addresses and days.',
    tag,
    permission: 'timeline.read',
    query: threadListQuery,
    response: threadPageSchema,
    errors: [404],
    handle: ({ actor, query }) => threads.list(actor, query),
  })
  route(api, {
    method: 'GET',
    url: '/email-v3/threads/:id',
    operationId: 'readMailThread',
    summary: 'An e-mail thread with its messages',
    tag,
    permission: 'timeline.read',
    params: idParams,
    response: dataOf(mailThreadWithMessagesSchema),
    handle: async ({ actor, params }) => ({ data: await threads.readWhole(actor, params.id) }),
  })
  route(api, {
    method: 'GET',
    url: '/email-v3/threads/:id/messages',
    operationId: 'listMailMessages',
    summary: 'The messages of an e-mail thread in their order',
    tag,
    permission: 'timeline.read',
    params: idParams,
    response: dataOf(z.array(mailMessageSchema)),
    handle: async ({ actor, params }) => ({ data: await threads.messages(actor, params.id) }),
  })
  route(api, {
    method: 'PATCH',
    url: '/email-v3/threads/:id/status',
    operationId: 'changeMailThreadStatus',
    summary: 'Hide an e-mail thread from lists and timelines, or show it again',
    tag,
    permission: 'timeline.edit',
    params: idParams,
    body: changeThreadStatusSchema,
    response: dataOf(mailThreadSchema),
    handle: async ({ actor, params, body }) => ({
      data: await threads.changeStatus(actor, params.id, body.status),
    }),
  })
  route(api, {
    method: 'PATCH',
    url: '/email-v3/threads/:id/linking',
    operationId: 'changeMailThreadLinking',
    summary: 'Put an e-mail thread on the pages of further records, or take it off others',
    description: 'One record always remains. null: you do not see the thread any more.',
    tag,
    permission: 'timeline.edit',
    params: idParams,
    body: changeThreadLinkingSchema,
    response: dataOf(mailThreadSchema.nullable()),
    handle: async ({ actor, params, body }) => ({
      data: await threads.changeLinking(actor, params.id, body),
    }),
  })
}

export function addMailPageRoutes(api: FastifyInstance, pages: MailPages): void {
  publicRoute(api, {
    method: 'GET',
    url: '/email-v3/pages/:token',
    operationId: 'readMailPage',
    summary: 'The HTML of an e-mail as a page for a frame; the address is the key to it, for an hour',
    tag,
    params: mailContentParams,
    query: mailContentQuery,
    response: z.unknown().meta({ description: 'text/html' }),
    handle: async ({ params, query, reply }) => {
      const { page, policy } = await pages.open(params.token, query.pictures ?? false)
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      return reply.send(page)
    },
  })
}
