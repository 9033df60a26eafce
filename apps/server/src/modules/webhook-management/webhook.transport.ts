import { z } from 'zod'
import type { AttemptResult, OutboxItem, Transport } from '../../platform/outbox/outbox.ts'
import type { HttpOut } from '../../platform/http-out/http-out.ts'
import type { Platform } from '../../platform/platform.ts'
import { readPayloads } from './message.store.ts'
import { callEndpoint, type CallOutcome } from './webhook.call.ts'
import { openCredentials } from './webhook.credentials.ts'
import { bodyOf } from './webhook.payload.rules.ts'
import { isOverloadedAt, readRetryAfter } from './webhook.response.rules.ts'
import { findWebhook } from './webhook.store.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Seconds for a call and its answer. */
export const callDeadline = 15
/** Milliseconds after each attempt that failed. */
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]
/** A webhook that has failed for so long without a success is deactivated. */
const longestFailure = 5 * day
const gone = 410

const payloadSchema = z.object({
  webhookId: z.int(),
  id: z.string(),
  messageIds: z.array(z.int()),
  timestamp: z.string(),
  isBatch: z.boolean(),
  isReplay: z.boolean(),
})

/** Deactivates a webhook, once, and tells those who have to know. */
export type Disable = (tenantId: number, webhookId: number, reason: string) => Promise<void>

const final = (failure: string): AttemptResult => ({ outcome: 'failed', isFinal: true, failure })

/** What follows from a call for its delivery. */
export function attemptResultOf(call: CallOutcome, now: Date): AttemptResult {
  const { requestBody: _sent, isSent, ...detail } = call
  if (call.result === 'Success') return { outcome: 'delivered', detail }
  const isAnswered = call.status !== null && call.result !== 'Timeout'
  const retryAfter = isAnswered ? readRetryAfter(call.responseHeaders['retry-after'], now) : undefined
  return {
    outcome: isSent && !isAnswered ? 'unknown' : 'failed',
    failure: call.failure ?? call.result,
    isFinal: call.status === gone,
    isOverloaded: call.result === 'Timeout' || (call.status !== null && isOverloadedAt(call.status)),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    detail,
  }
}

/** Sends deliveries to the endpoints of webhooks, signed as Standard Webhooks has it. */
export function createWebhookTransport(
  { database, clock, secrets }: Platform,
  { http, disable }: { http: Pick<HttpOut, 'fetch'>; disable: Disable },
): Transport {
  async function send(item: OutboxItem, signal: AbortSignal): Promise<AttemptResult> {
    const { tenantId } = item
    const { webhookId, id, messageIds, ...form } = payloadSchema.parse(item.payload)
    const db = database.tenant(tenantId)
    const [webhook, payloads] = await Promise.all([
      findWebhook(db, tenantId, webhookId),
      readPayloads(db, tenantId, messageIds),
    ])
    if (!webhook) return final('The webhook was deleted.')
    if (webhook.status === 0) return final('The webhook is inactive.')
    if (webhook.secret === null) return final('The secret is missing. Rotate it, then replay what failed.')
    const found = payloads.filter((payload) => payload !== undefined)
    if (found.length < payloads.length) return final('The payload has been deleted.')
    const at = clock.now()
    const call = await callEndpoint(
      http,
      {
        endpoint: webhook.endpoint,
        credentials: openCredentials(secrets, webhook, at),
        messageId: id,
        at,
        body: bodyOf(found, form),
      },
      signal,
    )
    return attemptResultOf(call, clock.now())
  }

  const isLongAgo = (at: Date) => clock.now().getTime() - at.getTime() >= longestFailure

  /** Anyone who changes a webhook, or activates it again, gives it another chance. */
  async function hasFailedLong(tenantId: number, webhookId: number, failingSince: Date): Promise<boolean> {
    if (!isLongAgo(failingSince)) return false
    const webhook = await findWebhook(database.tenant(tenantId), tenantId, webhookId)
    return webhook !== undefined && isLongAgo(webhook.updatedAt)
  }

  return {
    deadline: callDeadline,
    mostAtOnce: 4,
    pauseAfter: (attempts) => pauses[attempts - 1],
    send: (item, { signal }) => send(item, signal),
    async recorded({ tenantId, payload }, { detail }, { failingSince }) {
      const { webhookId } = payloadSchema.parse(payload)
      const { status } = (detail ?? {}) as { status?: number | null }
      if (status === gone) {
        await disable(tenantId, webhookId, 'The endpoint answered that it is gone (410).')
      } else if (failingSince && (await hasFailedLong(tenantId, webhookId, failingSince))) {
        await disable(tenantId, webhookId, 'Every call failed for five days.')
      }
    },
  }
}
