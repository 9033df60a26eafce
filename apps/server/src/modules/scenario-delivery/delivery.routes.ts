import { dataOf, idParams } from '@steward/contracts/api'
import {
  callSigningSchema,
  mailTokenParams,
  scenarioDeliveriesSchema,
  scenarioDeliveryQuery,
  subscriptionSchema,
} from '@steward/contracts/scenario/outgoing'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addFromForms } from '../../platform/http/page-call.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import { sendSmallPage } from '../../platform/http/small-page.ts'
import type { SentService } from './sent.service.ts'
import type { Subscriptions } from './subscription.service.ts'

const tag = 'scenario'
const minute = 60_000
const root = '/scenario-management'

function addUnsubscribing(api: FastifyInstance, subscriptions: Subscriptions): void {
  const shared = {
    url: '/scenario-mail/:token/unsubscribe',
    tag,
    rateLimit: { max: 30, timeWindow: minute },
    errors: [429] as const,
    params: mailTokenParams,
    response: z.unknown().meta({ description: 'text/html' }),
  }
  publicRoute(api, {
    ...shared,
    errors: [...shared.errors],
    method: 'GET',
    operationId: 'readScenarioMailPage',
    summary: 'Get the page that asks whether to end automated emails; it changes nothing',
    handle: ({ params, reply }) => sendSmallPage(reply, subscriptions.page(params.token)),
  })
  addFromForms(api, (forms) => {
    publicRoute(forms, {
      ...shared,
      errors: [...shared.errors],
      method: 'POST',
      operationId: 'unsubscribeFromScenarios',
      summary: 'End automated emails to a contact, with one click',
      handle: async ({ params, reply }) =>
        sendSmallPage(reply, await subscriptions.unsubscribe(params.token)),
    })
  })
}

function addSubscriptionRoutes(api: FastifyInstance, subscriptions: Subscriptions): void {
  const url = `${root}/records/:id/subscription`
  route(api, {
    method: 'GET',
    url,
    operationId: 'readScenarioSubscription',
    summary: 'Get whether a contact gets emails of scenarios',
    tag,
    permission: 'scenario.read',
    params: idParams,
    response: dataOf(subscriptionSchema),
    handle: async ({ actor, params }) => ({ data: await subscriptions.read(actor, params.id) }),
  })
  route(api, {
    method: 'PUT',
    url,
    operationId: 'changeScenarioSubscription',
    summary: 'Unsubscribe a contact from emails of scenarios, or take that back',
    tag,
    permission: 'scenario.edit',
    audited: 'by-service',
    params: idParams,
    body: subscriptionSchema,
    response: dataOf(subscriptionSchema),
    handle: async ({ actor, params, body }) => ({ data: await subscriptions.change(actor, params.id, body) }),
  })
}

export function addDeliveryRoutes(
  api: FastifyInstance,
  { sent, subscriptions }: { sent: SentService; subscriptions: Subscriptions },
): void {
  addUnsubscribing(api, subscriptions)
  addSubscriptionRoutes(api, subscriptions)
  route(api, {
    method: 'GET',
    url: `${root}/scenarios/:id/deliveries`,
    operationId: 'listScenarioDeliveries',
    summary: "List what a scenario has sent since an instant, which can't be undone",
    tag,
    permission: 'scenario.read',
    params: idParams,
    query: scenarioDeliveryQuery,
    response: scenarioDeliveriesSchema,
    handle: ({ actor, params, query }) => sent.list(actor, params.id, query),
  })
  route(api, {
    method: 'GET',
    url: `${root}/call-signing`,
    operationId: 'readScenarioCallSecret',
    summary: 'Get the secret that signs the calls of scenarios; null for those who may not manage webhooks',
    tag,
    permission: 'scenario.read',
    response: dataOf(callSigningSchema),
    handle: async ({ actor }) => ({ data: sent.signing(actor) }),
  })
}
