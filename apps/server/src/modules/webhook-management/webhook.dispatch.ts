import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/db/database.ts'
import { enqueue, type OutboxEntry } from '../../platform/outbox/outbox.ts'
import { keepMessages, type KeptMessage, type NewMessage } from './message.store.ts'
import { grouped, payloadOf, type Occurrence } from './webhook.payload.rules.ts'
import type { StoredWebhook } from './webhook.store.ts'

export const webhookChannel = 'webhook'

export const laneOf = (webhookId: number): string => `${webhookChannel}:${webhookId}`

/** The id of a call with several events, from their ids. */
export function batchIdOf(eventIds: readonly string[]): string {
  return `bat_${createHash('sha256').update(eventIds.join(' ')).digest('hex').slice(0, 32)}`
}

/** Names the fields that a webhook sends; empty: all. Webhooks with the same one share messages. */
function variantOf(includedFields: readonly string[] | null): string {
  if (includedFields === null) return ''
  return createHash('sha256').update(includedFields.toSorted().join('\n')).digest('hex').slice(0, 32)
}

/** What the outbox carries for a call. */
export interface DeliveryPayload {
  webhookId: number
  /** The header webhook-id. */
  id: string
  /** The type of the event; `batch` of several. */
  event: string
  count: number
  messageIds: number[]
  /** Of a batch. */
  timestamp: string
  isBatch: boolean
  isReplay: boolean
}

type Receiver = Pick<StoredWebhook, 'webhookId' | 'events' | 'batches' | 'includedFields' | 'conditionLevel'>

/** Which records of those that were asked about meet the condition of a webhook; undefined where it has none. */
export type Admitted = ReadonlyMap<number, ReadonlySet<number> | undefined>

export interface Dispatch {
  webhooks: readonly Receiver[]
  /** By webhook. */
  admitted: Admitted
  occurrences: readonly Occurrence[]
  now: Date
  /** Names a replay, of which each event is sent once more. */
  replayId?: string
}

/** Whether a webhook is sent something, as far as its events say. */
export function wants({ events }: Pick<Receiver, 'events'>, type: string): boolean {
  return events.includes(type)
}

/** What a webhook is sent of it all. */
export function selectFor(
  webhook: Receiver,
  admitted: ReadonlySet<number> | undefined,
  occurrences: readonly Occurrence[],
): Occurrence[] {
  return occurrences.filter(
    ({ type, recordId }) =>
      wants(webhook, type) && (!admitted || (recordId !== null && admitted.has(recordId))),
  )
}

const placeOf = (eventId: string, variant: string): string => `${eventId} ${variant}`

function entriesOf(
  { webhookId, batches }: Receiver,
  chosen: readonly (Occurrence & KeptMessage)[],
  { now, replayId }: Pick<Dispatch, 'now' | 'replayId'>,
): OutboxEntry[] {
  const groups = batches ? grouped(chosen) : chosen.map((one) => [one])
  return groups.map((group) => {
    const [first] = group as [Occurrence & KeptMessage]
    const id = batches ? batchIdOf(group.map(({ eventId }) => eventId)) : first.eventId
    const payload: DeliveryPayload = {
      webhookId,
      id,
      event: group.length === 1 ? first.type : 'batch',
      count: group.length,
      messageIds: group.map(({ messageId }) => messageId),
      timestamp: now.toISOString(),
      isBatch: batches,
      isReplay: replayId !== undefined,
    }
    const suffix = replayId === undefined ? '' : `:r${replayId}`
    return {
      channel: webhookChannel,
      lane: laneOf(webhookId),
      key: `webhook:${webhookId}:${id}${suffix}`,
      payload,
    }
  })
}

/**
 * Puts into the outbox what happened, for each webhook that wants it: the payloads once for all that send the same
 * fields. What is there already is not sent again. Gives how many calls it is.
 */
export async function dispatch(tx: Tx, tenantId: number, asked: Dispatch): Promise<number> {
  const { webhooks, admitted, occurrences, now } = asked
  const plans = webhooks
    .map((webhook) => ({
      webhook,
      variant: variantOf(webhook.includedFields),
      chosen: selectFor(webhook, admitted.get(webhook.webhookId), occurrences),
    }))
    .filter(({ chosen }) => chosen.length > 0)
  const messages = new Map<string, NewMessage>()
  for (const { webhook, variant, chosen } of plans) {
    for (const one of chosen) {
      const place = placeOf(one.eventId, variant)
      if (messages.has(place)) continue
      const { eventId, type, changeSetId } = one
      messages.set(place, {
        eventId,
        variant,
        type,
        changeSetId,
        payload: payloadOf(one, webhook.includedFields),
      })
    }
  }
  const kept = new Map(
    (await keepMessages(tx, tenantId, [...messages.values()], now)).map((one) => [
      placeOf(one.eventId, one.variant),
      one,
    ]),
  )
  const entries = plans.flatMap(({ webhook, variant, chosen }) =>
    entriesOf(
      webhook,
      chosen.map((one) => ({ ...one, ...(kept.get(placeOf(one.eventId, variant)) as KeptMessage) })),
      asked,
    ),
  )
  await enqueue(tx, tenantId, entries, now)
  return entries.length
}
