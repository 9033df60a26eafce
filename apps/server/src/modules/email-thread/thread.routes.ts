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
    summary: 'List email threads of a record and its child records, latest activity first',
    description:
      'Without a record, all visible threads. One message of a thread must match subject, addresses and dates.',
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
    summary: 'Get an email thread with its messages',
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
    summary: 'List the messages of an email thread in order',
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
    summary: 'Link an email thread to records, or unlink it',
    description: 'One record always remains. null: you can no longer see the thread.',
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
    summary: 'Get the HTML of an email as a page for a frame; the signed address is valid for an hour',
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
