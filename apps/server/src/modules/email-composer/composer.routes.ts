import { dataOf, idParams } from '@steward/contracts/api'
import {
  answerDraftQuery,
  answerDraftSchema,
  mailThreadParams,
  mailUserParams,
  sendMailSchema,
  sentMailSchema,
} from '@steward/contracts/email'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Composer } from './composer.service.ts'

const tag = 'email'
const minute = 60_000
const sent = 'Email sent successfully' as const

export function addComposerRoutes(api: FastifyInstance, composer: Composer): void {
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
      data: { message: sent, ...(await composer.send(actor, params.userId, body)) },
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
      data: { message: sent, ...(await composer.answer(actor, params.userId, params.threadId, body)) },
    }),
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
    handle: async ({ actor, params, query }) => ({
      data: await composer.draft(actor, params.id, query.mode),
    }),
  })
}
