import type {
  WebhookActivity,
  WebhookActivityQuery,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from '@steward/contracts/webhook-delivery'
import type { Actor } from '../../platform/actor.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  findDelivery,
  listAttempts,
  listDeliveries,
  type AttemptRow,
  type DeliveryRow,
} from './activity.read-model.ts'
import { readPayloads } from './message.store.ts'
import { laneOf } from './webhook.dispatch.ts'
import { bodyOf } from './webhook.payload.rules.ts'
import type { Webhooks } from './webhook.service.ts'

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null

function presentDelivery(row: DeliveryRow): WebhookDelivery {
  const { messageIds: _ids, isBatch: _batch, timestamp: _at, inOrder: _order, ...rest } = row
  const { createdAt, lastAttemptAt, dueAt, ...shown } = rest
  return {
    ...shown,
    createdAt: createdAt.toISOString(),
    lastAttemptAt: isoOrNull(lastAttemptAt),
    nextAttemptAt: isoOrNull(dueAt),
  }
}

/** Of an attempt that was lost, nothing is known. */
const unknownCall = {
  status: null,
  failure: null,
  durationMs: null,
  requestHeaders: {},
  responseHeaders: {},
  responseBody: '',
}

function presentAttempt({ attempt, startedAt, endedAt, result, detail }: AttemptRow): WebhookAttempt {
  const { status, failure, durationMs, requestHeaders, responseHeaders, responseBody } = detail ?? unknownCall
  return {
    attempt,
    startedAt: startedAt.toISOString(),
    endedAt: isoOrNull(endedAt),
    result,
    status,
    failure,
    durationMs,
    requestHeaders,
    responseHeaders,
    responseBody,
  }
}

export function unknownDelivery() {
  return notFound('webhook.delivery_unknown', 'This delivery no longer exists.')
}

/** What was sent to an endpoint, and what it answered. */
export function createActivity({ database }: Platform, webhooks: Pick<Webhooks, 'find'>) {
  /** The bytes of a call; null where some of them were deleted. */
  async function bodyOfDelivery(tenantId: number, row: DeliveryRow): Promise<string | null> {
    const payloads = await readPayloads(database.tenant(tenantId), tenantId, row.messageIds)
    const found = payloads.filter((payload) => payload !== undefined)
    if (found.length < payloads.length) return null
    return bodyOf(found, { isBatch: row.isBatch, timestamp: row.timestamp, isReplay: row.isReplay })
  }

  return {
    /** Throws `not_found`. */
    async list(actor: Actor, webhookId: number, query: WebhookActivityQuery): Promise<WebhookActivity> {
      await webhooks.find(actor, webhookId)
      const { tenantId } = actor
      const { rows, total } = await listDeliveries(
        database.tenant(tenantId),
        tenantId,
        laneOf(webhookId),
        query,
      )
      const { page, pageSize } = query
      return { data: rows.map(presentDelivery), page, pageSize, totalItemCount: total }
    },

    /** A delivery with its attempts. Throws `not_found`. */
    async read(actor: Actor, webhookId: number, deliveryId: number): Promise<WebhookDeliveryDetail> {
      await webhooks.find(actor, webhookId)
      const { tenantId } = actor
      const db = database.tenant(tenantId)
      const row = await findDelivery(db, tenantId, laneOf(webhookId), deliveryId)
      if (!row) throw unknownDelivery()
      const [attempts, requestBody] = await Promise.all([
        listAttempts(db, tenantId, deliveryId),
        bodyOfDelivery(tenantId, row),
      ])
      return { ...presentDelivery(row), requestBody, attemptList: attempts.map(presentAttempt) }
    },
  }
}

export type Activity = ReturnType<typeof createActivity>
