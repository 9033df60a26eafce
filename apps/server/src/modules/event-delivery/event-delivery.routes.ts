import { dataOf } from '@steward/contracts/api'
import {
  eventDeliveriesSchema,
  failedDeliveryParams,
  requestedRetriesSchema,
  resumeSubscriberSchema,
  retryDeliveriesSchema,
} from '@steward/contracts/event-delivery'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { EventDeliveryService } from './event-delivery.service.ts'

const tag = 'event-delivery'
const permission = 'event.administer'
const audited = 'by-service'

export function addEventDeliveryRoutes(api: FastifyInstance, service: EventDeliveryService): void {
  route(api, {
    method: 'GET',
    url: '/event-delivery/deliveries',
    operationId: 'listEventDeliveries',
    summary: 'Deliveries of events that failed, and subscribers that are retrying',
    tag,
    permission,
    response: dataOf(eventDeliveriesSchema),
    handle: async ({ actor }) => ({ data: await service.list(actor) }),
  })
  route(api, {
    method: 'POST',
    url: '/event-delivery/failures/retry',
    operationId: 'retryEventDeliveries',
    summary: 'Retry a failed delivery, or all',
    description:
      'The subscriber receives the event within seconds, after later events that it has received already.',
    tag,
    permission,
    audited,
    body: retryDeliveriesSchema,
    response: dataOf(requestedRetriesSchema),
    handle: async ({ actor, body }) => ({
      data: { retries: await service.retry(actor, body.failureId ?? null) },
    }),
  })
  route(api, {
    method: 'DELETE',
    url: '/event-delivery/failures/:failureId',
    operationId: 'discardEventDelivery',
    summary: 'Discard a failed delivery',
    description: 'The subscriber never receives the event.',
    tag,
    permission,
    audited,
    params: failedDeliveryParams,
    response: dataOf(failedDeliveryParams),
    handle: async ({ actor, params }) => {
      await service.discard(actor, params.failureId)
      return { data: { failureId: params.failureId } }
    },
  })
  route(api, {
    method: 'POST',
    url: '/event-delivery/subscribers/retry',
    operationId: 'resumeEventSubscriber',
    summary: 'Have a paused subscriber retry now',
    tag,
    permission,
    audited,
    body: resumeSubscriberSchema,
    response: dataOf(resumeSubscriberSchema),
    errors: [409],
    handle: async ({ actor, body }) => {
      await service.resume(actor, body.subscriber)
      return { data: { subscriber: body.subscriber } }
    },
  })
}
