import { dataOf, idParams } from '@steward/contracts/api'
import { mailboxSchema, sentMailSchema } from '@steward/contracts/email'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { MailDelivery } from './delivery.service.ts'

const tag = 'email'
const sent = 'Email sent successfully' as const

export function addDeliveryRoutes(api: FastifyInstance, delivery: MailDelivery): void {
  route(api, {
    method: 'GET',
    url: '/email-v3/mailbox',
    operationId: 'readMailbox',
    summary: 'Get the sender of your emails, and whether email can be sent',
    tag,
    permission: 'timeline.read',
    response: dataOf(mailboxSchema),
    handle: async ({ actor }) => ({ data: await delivery.readMailbox(actor) }),
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
      data: { message: sent, ...(await delivery.retry(actor, params.id)) },
    }),
  })
}
