import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { WebhookStatus } from '@steward/contracts/plain/webhook'
import type { Webhook, WebhookInput, WebhookWithSecret } from '@steward/contracts/webhook'
import type {
  WebhookActivity,
  WebhookActivityFilters,
  WebhookActivityQuery,
  WebhookCall,
  WebhookDeliveryDetail,
  WebhookPreviewed,
} from '@steward/contracts/webhook-delivery'
import { isSessionExpired } from '../../api/api-error.ts'
import { api, send } from '../../api/client.ts'
import { errorText } from '../../api/error-text.ts'
import { toast } from '../../ui/toast.tsx'

const base = '/webhook-management/webhooks'
const key = ['webhooks'] as const
/** Milliseconds between refetches: deliveries go on in the background. */
const refetchEvery = 5000

export const webhooksQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }): Promise<Webhook[]> =>
    (await send(api.GET(base, { signal }))).data as Webhook[],
  staleTime: 0,
  refetchInterval: refetchEvery,
})

export function webhookQuery(webhookId: number) {
  return queryOptions({
    queryKey: [...key, webhookId],
    queryFn: async ({ signal }): Promise<Webhook> =>
      (await send(api.GET(`${base}/{webhookId}`, { params: { path: { webhookId } }, signal })))
        .data as Webhook,
    staleTime: 0,
    refetchInterval: refetchEvery,
  })
}

export interface ActivityFilter {
  page: number
  query: string
  sort: WebhookActivityQuery['sort']
  filters: WebhookActivityFilters
}

export const activityPageSize = 20

export function activityQuery(webhookId: number, { page, query, sort, filters }: ActivityFilter) {
  const asked = {
    page,
    pageSize: activityPageSize,
    query: query || undefined,
    sort,
    filters: JSON.stringify(filters),
  }
  return queryOptions({
    queryKey: [...key, webhookId, 'activity', asked],
    queryFn: ({ signal }): Promise<WebhookActivity> =>
      send(
        api.GET(`${base}/{webhookId}/activity`, { params: { path: { webhookId }, query: asked }, signal }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: refetchEvery,
  })
}

export function deliveryQuery(webhookId: number, deliveryId: number) {
  return queryOptions({
    queryKey: [...key, webhookId, 'delivery', deliveryId],
    queryFn: async ({ signal }): Promise<WebhookDeliveryDetail> => {
      const params = { path: { webhookId, deliveryId } }
      return (await send(api.GET(`${base}/{webhookId}/activity/{deliveryId}`, { params, signal }))).data
    },
    staleTime: 0,
    refetchInterval: refetchEvery,
  })
}

/** A form that is sent. */
export type SentWebhook = WebhookInput

/** Saves a new webhook, whose secret is in the answer and nowhere else, or a changed one. */
export async function saveWebhook(
  webhookId: number | undefined,
  body: SentWebhook,
): Promise<Webhook | WebhookWithSecret> {
  if (webhookId === undefined) return (await send(api.POST(base, { body }))).data as WebhookWithSecret
  const params = { path: { webhookId } }
  return (await send(api.PUT(`${base}/{webhookId}`, { params, body }))).data as Webhook
}

export async function setStatus(webhookId: number, status: WebhookStatus): Promise<void> {
  await send(api.POST(`${base}/{webhookId}/status`, { params: { path: { webhookId } }, body: { status } }))
}

export async function deleteWebhook(webhookId: number): Promise<void> {
  await send(api.DELETE(`${base}/{webhookId}`, { params: { path: { webhookId } } }))
}

export async function rotateSecret(webhookId: number): Promise<string> {
  const { data } = await send(api.POST(`${base}/{webhookId}/secret`, { params: { path: { webhookId } } }))
  return data.secret
}

export type Replay = { deliveryId: number } | { failedSince: string } | { from: string; to: string }

export async function replay(webhookId: number, body: Replay): Promise<number | null> {
  const { data } = await send(
    api.POST(`${base}/{webhookId}/replay`, { params: { path: { webhookId } }, body }),
  )
  return data.deliveries
}

export async function preview(
  events: string[],
  condition: WebhookInput['condition'],
): Promise<WebhookPreviewed> {
  return (await send(api.POST(`${base}/preview`, { body: { events, condition } }))).data
}

export async function sendTest(body: SentWebhook, webhookId: number | undefined): Promise<WebhookCall> {
  const { status: _status, ...form } = body
  return (await send(api.POST(`${base}/test`, { body: { ...form, webhookId } }))).data
}

/** An act on webhooks; everything about them is asked again afterwards. */
export function useWebhookAct<Input, Output>(
  act: (input: Input) => Promise<Output>,
  done?: (output: Output) => string,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (output) => done && toast.done(done(output), { subject: key[0] }),
    onError: (error) => {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: key[0] })
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
