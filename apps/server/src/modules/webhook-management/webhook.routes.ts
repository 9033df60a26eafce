import { dataOf } from '@steward/contracts/api'
import {
  webhookInputSchema,
  webhookParams,
  webhookSchema,
  webhookStatusSchema,
  webhookWithSecretSchema,
} from '@steward/contracts/webhook'
import {
  webhookActivityQuery,
  webhookActivitySchema,
  webhookCallSchema,
  webhookDeliveryDetailSchema,
  webhookDeliveryParams,
  webhookPreviewedSchema,
  webhookPreviewSchema,
  webhookReplayedSchema,
  webhookReplaySchema,
  webhookTestSchema,
} from '@steward/contracts/webhook-delivery'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { Activity } from './activity.service.ts'
import type { Replays } from './replay.service.ts'
import type { Webhooks } from './webhook.service.ts'
import type { SendTest } from './test-call.service.ts'

const shared = { tag: 'webhook-management', permission: 'webhook.administer' } as const
const base = '/webhook-management/webhooks'

export function addWebhookRoutes(api: FastifyInstance, webhooks: Webhooks): void {
  route(api, {
    ...shared,
    method: 'GET',
    url: base,
    operationId: 'listWebhooks',
    summary: 'List webhooks, with their last result and success rate',
    response: dataOf(z.array(webhookSchema)),
    handle: async ({ actor }) => ({ data: await webhooks.list(actor) }),
  })
  route(api, {
    ...shared,
    method: 'GET',
    url: `${base}/:webhookId`,
    operationId: 'readWebhook',
    summary: 'Read a webhook',
    params: webhookParams,
    response: dataOf(webhookSchema),
    handle: async ({ actor, params }) => ({ data: await webhooks.read(actor, params.webhookId) }),
  })
  route(api, {
    ...shared,
    method: 'POST',
    url: base,
    operationId: 'createWebhook',
    summary: 'Create a webhook; its secret is shown only once',
    description:
      'Calls are POST requests of JSON, signed as Standard Webhooks: the headers webhook-id, webhook-timestamp and ' +
      'webhook-signature. A webhook is sent records of the whole company.',
    audited: 'by-service',
    body: webhookInputSchema,
    errors: [409],
    response: dataOf(webhookWithSecretSchema),
    handle: async ({ actor, body }) => ({ data: await webhooks.create(actor, body) }),
  })
  route(api, {
    ...shared,
    method: 'PUT',
    url: `${base}/:webhookId`,
    operationId: 'updateWebhook',
    summary: 'Update a webhook',
    description: 'A password, a token and values of headers that are left out stay as they are.',
    audited: 'by-service',
    params: webhookParams,
    body: webhookInputSchema,
    response: dataOf(webhookSchema),
    handle: async ({ actor, params, body }) => ({
      data: await webhooks.update(actor, params.webhookId, body),
    }),
  })
  route(api, {
    ...shared,
    method: 'DELETE',
    url: `${base}/:webhookId`,
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook; what waits is not sent',
    audited: 'by-service',
    params: webhookParams,
    response: z.object({}),
    handle: async ({ actor, params }) => {
      await webhooks.remove(actor, params.webhookId)
      return {}
    },
  })
  route(api, {
    ...shared,
    method: 'POST',
    url: `${base}/:webhookId/status`,
    operationId: 'setWebhookStatus',
    summary: 'Activate (1) or deactivate (0) a webhook',
    audited: 'by-service',
    params: webhookParams,
    body: webhookStatusSchema,
    response: dataOf(webhookSchema),
    handle: async ({ actor, params, body }) => ({
      data: await webhooks.setStatus(actor, params.webhookId, body.status),
    }),
  })
  route(api, {
    ...shared,
    method: 'POST',
    url: `${base}/:webhookId/secret`,
    operationId: 'rotateWebhookSecret',
    summary: 'Give a webhook a new secret, which is shown only once',
    description: 'For 24 hours, calls are signed with the previous secret too.',
    audited: 'by-service',
    params: webhookParams,
    response: dataOf(webhookWithSecretSchema),
    handle: async ({ actor, params }) => ({ data: await webhooks.rotate(actor, params.webhookId) }),
  })
}

export function addWebhookCallRoutes(
  api: FastifyInstance,
  { activity, replays, sendTest }: { activity: Activity; replays: Replays; sendTest: SendTest },
): void {
  route(api, {
    ...shared,
    method: 'GET',
    url: `${base}/:webhookId/activity`,
    operationId: 'listWebhookActivity',
    summary: 'List the deliveries of a webhook',
    params: webhookParams,
    query: webhookActivityQuery,
    response: webhookActivitySchema,
    handle: ({ actor, params, query }) => activity.list(actor, params.webhookId, query),
  })
  route(api, {
    ...shared,
    method: 'GET',
    url: `${base}/:webhookId/activity/:deliveryId`,
    operationId: 'readWebhookDelivery',
    summary: 'Read a delivery with each attempt',
    params: webhookDeliveryParams,
    response: dataOf(webhookDeliveryDetailSchema),
    handle: async ({ actor, params }) => ({
      data: await activity.read(actor, params.webhookId, params.deliveryId),
    }),
  })
  route(api, {
    ...shared,
    method: 'POST',
    url: `${base}/:webhookId/replay`,
    operationId: 'replayWebhook',
    summary: 'Send deliveries again: one, all that failed since a time, or everything between two times',
    description:
      'Everything between two times is read from the ledger in the background. Replays have the same ids as before, ' +
      'and are marked with "replayed": true.',
    audited: 'by-service',
    params: webhookParams,
    body: webhookReplaySchema,
    errors: [409],
    response: dataOf(webhookReplayedSchema),
    handle: async ({ actor, params, body }) => ({
      data: await replays.replay(actor, params.webhookId, body),
    }),
  })
  route(api, {
    ...shared,
    method: 'POST',
    url: `${base}/preview`,
    operationId: 'previewWebhook',
    summary: 'Count the events of the last 24 hours that a webhook would have been sent',
    reads: true,
    audited: 'by-service',
    body: webhookPreviewSchema,
    response: dataOf(webhookPreviewedSchema),
    handle: async ({ actor, body }) => ({ data: await replays.preview(actor, body) }),
  })
  route(api, {
    ...shared,
    method: 'POST',
    url: `${base}/test`,
    operationId: 'testWebhook',
    summary: 'Send sample data to an endpoint',
    description:
      'The call is made as events are sent, and marked with "test": true. Where the endpoint does not answer with a ' +
      'success status, the fields of the error describe the call: result, status, failure, durationMs, ' +
      'requestHeaders, requestBody, responseHeaders and responseBody.',
    audited: 'by-service',
    body: webhookTestSchema,
    errors: [404, 409],
    response: dataOf(webhookCallSchema),
    handle: async ({ actor, body }) => ({ data: await sendTest(actor, body) }),
  })
}
