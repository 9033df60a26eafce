import { randomUUID } from 'node:crypto'
import { mostReplayDays } from '@steward/contracts/plain/webhook'
import type { WebhookPreview, WebhookPreviewed, WebhookReplay } from '@steward/contracts/webhook-delivery'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { enqueue } from '../../platform/outbox/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import { countDeliveries, findDelivery, listFailures } from './activity.read-model.ts'
import { unknownDelivery } from './activity.service.ts'
import type { LedgerEvents, Span } from './ledger-events.service.ts'
import type { Admit } from './webhook.condition.ts'
import { dispatch, laneOf, selectFor, webhookChannel } from './webhook.dispatch.ts'
import type { Webhooks } from './webhook.service.ts'
import { findWebhook, type StoredWebhook } from './webhook.store.ts'

const replayTask = 'webhook:replay'

/** Failures that one call replays. */
const mostAtOnce = 5000
/** Changes that a preview looks at. */
const mostPreviewed = 20_000
const day = 24 * 3600_000

const jobSchema = z.object({
  tenantId: z.int(),
  webhookId: z.int(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  replayId: z.string(),
})

export interface ReplayNeighbours {
  audit: Pick<AuditService, 'write'>
  webhooks: Pick<Webhooks, 'find'>
  ledgerEvents: LedgerEvents
  admit: Admit
}

type Sent = { id: string; payload: Record<string, unknown>; inOrder: string | null }
export type Replayed = { deliveries: number | null; hasMore: boolean }

/** Sending again what an endpoint missed, and saying in advance what it would be sent. */
export function createReplays(platform: Platform, neighbours: ReplayNeighbours) {
  const { database, clock } = platform
  const { audit, webhooks, ledgerEvents, admit } = neighbours

  /** The same ids and the same bytes, marked as replayed. */
  async function sendAgain(
    tx: Tx,
    tenantId: number,
    webhookId: number,
    again: readonly Sent[],
  ): Promise<void> {
    const lane = laneOf(webhookId)
    const counts = await countDeliveries(
      tx,
      tenantId,
      lane,
      again.map(({ id }) => id),
    )
    const entries = again.map(({ id, payload, inOrder }) => ({
      channel: webhookChannel,
      lane,
      key: `webhook:${webhookId}:${id}:r${counts.get(id) ?? 0}`,
      payload: { ...payload, isReplay: true },
      inOrder: inOrder ?? undefined,
    }))
    await enqueue(tx, tenantId, entries, clock.now())
  }

  async function replayOne(
    tx: Tx,
    tenantId: number,
    webhookId: number,
    deliveryId: number,
  ): Promise<Replayed> {
    const row = await findDelivery(tx, tenantId, laneOf(webhookId), deliveryId)
    if (!row) throw unknownDelivery()
    const { messageId: id, event, events: count, messageIds, isBatch, timestamp, inOrder } = row
    const payload = { webhookId, id, event, count, messageIds, isBatch, timestamp }
    await sendAgain(tx, tenantId, webhookId, [{ id, payload, inOrder }])
    return { deliveries: 1, hasMore: false }
  }

  async function replayFailures(tx: Tx, tenantId: number, webhookId: number, since: Date): Promise<Replayed> {
    const rows = await listFailures(tx, tenantId, laneOf(webhookId), since, mostAtOnce)
    const again = rows.map(({ payload, inOrder }) => ({ id: String(payload.id), payload, inOrder }))
    await sendAgain(tx, tenantId, webhookId, again)
    return { deliveries: rows.length, hasMore: rows.length === mostAtOnce }
  }

  async function startReplay(
    tx: Tx,
    tenantId: number,
    webhookId: number,
    { from, to }: Span,
  ): Promise<Replayed> {
    if (from >= to) throw invalid('webhook.replay', { to: 'Enter a time after the beginning.' })
    if (to.getTime() - from.getTime() > mostReplayDays * day) {
      throw invalid('webhook.replay', { from: `Choose at most ${mostReplayDays} days.` })
    }
    const span = { from: from.toISOString(), to: to.toISOString() }
    const payload = { tenantId, webhookId, ...span, replayId: randomUUID() }
    await addJob(tx, { task: replayTask, payload, queue: `${replayTask}:${tenantId}` })
    return { deliveries: null, hasMore: false }
  }

  function replayIn(tx: Tx, tenantId: number, webhookId: number, asked: WebhookReplay): Promise<Replayed> {
    if ('deliveryId' in asked) return replayOne(tx, tenantId, webhookId, asked.deliveryId)
    if ('failedSince' in asked) return replayFailures(tx, tenantId, webhookId, asked.failedSince)
    return startReplay(tx, tenantId, webhookId, asked)
  }

  async function runReplay(
    { tenantId, replayId }: z.output<typeof jobSchema>,
    webhook: StoredWebhook,
    span: Span,
  ): Promise<void> {
    for await (const { found } of ledgerEvents(tenantId, span, new Set(webhook.events))) {
      const admitted = await admit(tenantId, [webhook], recordIdsOf(found))
      const now = clock.now()
      await transact(database.tenant(tenantId), (tx) =>
        dispatch(tx, tenantId, { webhooks: [webhook], admitted, occurrences: found, now, replayId }),
      )
    }
  }

  const task: Task = async (payload) => {
    const job = jobSchema.parse(payload)
    const { tenantId, webhookId, from, to } = job
    const webhook = await findWebhook(database.tenant(tenantId), tenantId, webhookId)
    if (webhook?.status === 1) await runReplay(job, webhook, { from: new Date(from), to: new Date(to) })
  }

  return {
    tasks: { [replayTask]: task },

    /** Throws `not_found`, `invalid_input`, and `conflict` where the webhook is inactive. */
    async replay(actor: Actor, webhookId: number, asked: WebhookReplay): Promise<Replayed> {
      const { tenantId } = actor
      const { status, endpoint } = await webhooks.find(actor, webhookId)
      if (status === 0) {
        const message = 'This webhook is inactive. Activate it, then replay.'
        throw new AppError('conflict', 'webhook.inactive', message)
      }
      return transact(database.tenant(tenantId), async (tx) => {
        const replayed = await replayIn(tx, tenantId, webhookId, asked)
        const { host } = new URL(endpoint)
        await audit.write(tx, tenantId, {
          action: 'webhook.replayed',
          summary: `Deliveries to ${host} replayed`,
          actor,
          subject: { kind: 'webhook', id: webhookId, name: host },
          details: { ...asked },
        })
        return replayed
      })
    },

    /** How many events of the last 24 hours would have been sent, by the code that sends them. */
    async preview({ tenantId }: Actor, { events, condition }: WebhookPreview): Promise<WebhookPreviewed> {
      const to = clock.now()
      const from = new Date(to.getTime() - day)
      const webhook = {
        webhookId: 0,
        events,
        batches: false,
        ordered: false,
        thin: false,
        includedFields: null,
        conditionLevel: condition?.level ?? null,
        condition: condition?.rule ?? null,
      }
      let count = 0
      let looked = 0
      for await (const batch of ledgerEvents(tenantId, { from, to }, new Set(events))) {
        const admitted = await admit(tenantId, [webhook], recordIdsOf(batch.found))
        count += selectFor(webhook, admitted.get(0), batch.found).length
        looked += batch.looked
        if (looked >= mostPreviewed) break
      }
      const isComplete = looked < mostPreviewed
      return { from: from.toISOString(), to: to.toISOString(), count, isComplete }
    },
  }
}

export type Replays = ReturnType<typeof createReplays>

function recordIdsOf(found: readonly { recordId: number | null }[]): number[] {
  return [...new Set(found.flatMap(({ recordId }) => recordId ?? []))]
}
