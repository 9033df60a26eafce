import { dataOf, idParams } from '@steward/contracts/api'
import { deliveryKinds, deliveryStates } from '@steward/contracts/plain/scenario'
import {
  callSigningSchema,
  mailTokenParams,
  scenarioDeliveriesSchema,
  scenarioDeliveryQuery,
  subscriptionSchema,
  type ScenarioDeliveries,
} from '@steward/contracts/scenario/outgoing'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { may } from '../../platform/actor.ts'
import { notFound } from '../../platform/errors.ts'
import { addFromForms } from '../../platform/http/page-call.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import { sendSmallPage } from '../../platform/http/small-page.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Scenarios } from '../scenario-management/index.ts'
import { callSecret } from './call.transport.ts'
import { listLeft, type ListedDelivery } from './delivery.store.ts'
import type { Subscriptions } from './subscription.service.ts'

const tag = 'scenario'
const minute = 60_000
const root = '/scenario-management'

const present = ({ kind, state, recordId, name, at, ...rest }: ListedDelivery): ScenarioDeliveries['data'][number] => ({
  ...rest,
  kind: deliveryKinds[kind - 1] ?? 'email',
  state: deliveryStates[state - 1] ?? 'delivered',
  record: { id: recordId, name },
  at: at.toISOString(),
})

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
  platform: Platform,
  { scenarios, subscriptions }: { scenarios: Pick<Scenarios, 'findIn'>; subscriptions: Subscriptions },
): void {
  addUnsubscribing(api, subscriptions)
  addSubscriptionRoutes(api, subscriptions)
  route(api, {
    method: 'GET',
    url: `${root}/scenarios/:id/deliveries`,
    operationId: 'listScenarioDeliveries',
    summary: 'List what a scenario has sent since an instant, which no undo takes back',
    tag,
    permission: 'scenario.read',
    params: idParams,
    query: scenarioDeliveryQuery,
    response: scenarioDeliveriesSchema,
    async handle({ actor: { tenantId }, params, query }) {
      const db = platform.database.tenant(tenantId)
      if (!(await scenarios.findIn(db, tenantId, params.id))) {
        throw notFound('scenario.unknown', 'This scenario no longer exists.')
      }
      const { rows, total } = await listLeft(db, tenantId, params.id, new Date(query.since), query.limit)
      return { data: rows.map(present), total }
    },
  })
  route(api, {
    method: 'GET',
    url: `${root}/call-signing`,
    operationId: 'readScenarioCallSecret',
    summary: 'Get the secret that signs the calls of scenarios; null for those who may not manage webhooks',
    tag,
    permission: 'scenario.read',
    response: dataOf(callSigningSchema),
    handle: async ({ actor }) => ({
      data: {
        secret: may(actor, 'webhook.administer') ? callSecret(platform.secrets, actor.tenantId) : null,
      },
    }),
  })
}
