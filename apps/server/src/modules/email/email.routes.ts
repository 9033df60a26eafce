import { dataOf, idParams } from '@steward/contracts/api'
import {
  answerDraftQuery,
  answerDraftSchema,
  changeThreadLinkingSchema,
  changeThreadStatusSchema,
  mailboxSchema,
  mailMessageSchema,
  mailThreadParams,
  mailThreadSchema,
  mailThreadWithMessagesSchema,
  mailUserParams,
  sendMailSchema,
  sentMailSchema,
  threadListQuery,
  threadPageSchema,
} from '@steward/contracts/email'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { Compose } from './compose.service.ts'
import type { ThreadService } from './thread.service.ts'

const tag = 'email'
const minute = 60_000
const sent = 'Email sent successfully' as const

function addSending(api: FastifyInstance, compose: Compose): void {
  route(api, {
    method: 'POST',
    url: '/email-v3/users/:userId/email-threads',
    operationId: 'sendMail',
    summary: 'Send an email in your own name: a new one, a reply, or a forward',
    description:
      'A reply joins the thread of its message; anything else starts a thread on the given record. A job sends the email: its message is queued, then sent or failed.',
    tag,
    permission: 'timeline.edit',
    params: mailUserParams,
    body: sendMailSchema,
    response: dataOf(sentMailSchema),
    errors: [409, 429],
    rateLimit: { max: 60, timeWindow: minute },
    handle: async ({ actor, params, body }) => ({
      data: { message: sent, ...(await compose.send(actor, params.userId, body)) },
    }),
  })
  route(api, {
    method: 'PATCH',
    url: '/email-v3/users/:userId/email-threads/:threadId',
    operationId: 'answerMail',
    summary: 'Reply in a thread: to the given message, by default the newest',
    tag,
    permission: 'timeline.edit',
    params: mailThreadParams,
    body: sendMailSchema,
    response: dataOf(sentMailSchema),
    errors: [409, 429],
    rateLimit: { max: 60, timeWindow: minute },
    handle: async ({ actor, params, body }) => ({
      data: { message: sent, ...(await compose.answer(actor, params.userId, params.threadId, body)) },
    }),
  })
  route(api, {
    method: 'GET',
    url: '/email-v3/mailbox',
    operationId: 'readMailbox',
    summary: 'Get the sender of your emails, and whether email can be sent',
    tag,
    permission: 'timeline.read',
    response: dataOf(mailboxSchema),
    handle: async ({ actor }) => ({ data: await compose.mailbox(actor) }),
  })
  route(api, {
    method: 'GET',
    url: '/email-v3/messages/:id/answer',
    operationId: 'draftAnswer',
    summary: 'Get the initial content of a reply or a forward',
    tag,
    permission: 'timeline.edit',
    params: idParams,
    query: answerDraftQuery,
    response: dataOf(answerDraftSchema),
    handle: async ({ actor, params, query }) => ({ data: await compose.draft(actor, params.id, query.mode) }),
  })
  route(api, {
    method: 'POST',
    url: '/email-v3/messages/:id/retry',
    operationId: 'retryMail',
    summary: 'Retry a failed email of your own',
    tag,
    permission: 'timeline.edit',
    params: idParams,
    response: dataOf(sentMailSchema),
    errors: [409],
    handle: async ({ actor, params }) => ({
      data: { message: sent, ...(await compose.retry(actor, params.id)) },
    }),
  })
}

function addReading(api: FastifyInstance, threads: ThreadService): void {
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

export function addEmailRoutes(
  api: FastifyInstance,
  { compose, threads }: { compose: Compose; threads: ThreadService },
): void {
  addSending(api, compose)
  addReading(api, threads)
}
