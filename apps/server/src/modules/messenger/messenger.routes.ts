import { dataOf } from '@steward/contracts/api'
import {
  messageBodySchema,
  messagePageSchema,
  messageParams,
  messageQuery,
  messageSchema,
} from '@steward/contracts/messenger'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Outbox } from './outbox.service.ts'

const tag = 'messenger'
const permission = 'message.read'

export function addMessengerRoutes(api: FastifyInstance, outbox: Outbox): void {
  route(api, {
    method: 'GET',
    url: '/messenger/messages',
    operationId: 'listMessages',
    summary: 'List mails and text messages, newest first',
    description:
      'Send `next` of the response as `before` to get the following messages; it is null at the end.',
    tag,
    permission,
    query: messageQuery,
    response: messagePageSchema,
    handle: ({ actor, query }) => outbox.page(actor, query),
  })
  route(api, {
    method: 'GET',
    url: '/messenger/messages/:messageId',
    operationId: 'readMessage',
    summary: 'Get one message with its content',
    description: 'Reading a message is recorded in the audit log. The content of sent messages is deleted.',
    tag,
    permission,
    params: messageParams,
    response: dataOf(messageBodySchema),
    errors: [409],
    handle: async ({ actor, params }) => ({ data: await outbox.read(actor, params.messageId) }),
  })
  route(api, {
    method: 'POST',
    url: '/messenger/messages/:messageId/retry',
    operationId: 'retryMessage',
    summary: 'Retry a failed message',
    tag,
    permission,
    audited: 'by-service',
    params: messageParams,
    response: dataOf(messageSchema),
    errors: [409],
    handle: async ({ actor, params }) => ({ data: await outbox.retry(actor, params.messageId) }),
  })
}
