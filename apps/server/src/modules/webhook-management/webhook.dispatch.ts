import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/db/database.ts'
import { enqueue, type OutboxEntry } from '../../platform/outbox/outbox.ts'
import { keepMessages, type KeptMessage, type NewMessage } from './message.store.ts'
import {
  grouped,
  namesOthers,
  payloadOf,
  type Occurrence,
  type PayloadForm,
} from './webhook.payload.rules.ts'
import type { StoredWebhook } from './webhook.store.ts'

export const webhookChannel = 'webhook'

export const laneOf = (webhookId: number): string => `${webhookChannel}:${webhookId}`

/** The id of a call with several events, from their ids. */
export function batchIdOf(eventIds: readonly string[]): string {
  return `bat_${createHash('sha256').update(eventIds.join(' ')).digest('hex').slice(0, 32)}`
}

/** What a webhook is sent of an event. */
function formOf({ includedFields, thin, conditionLevel }: Receiver, { data }: Occurrence): PayloadForm {
  return { includedFields, isThin: thin, isAlone: conditionLevel !== null && namesOthers(data) }
}

/** Names a form; empty where all is sent. Webhooks with the same one share messages. */
function variantOf({ includedFields, isThin, isAlone }: PayloadForm): string {
  if (includedFields === null && !isThin && !isAlone) return ''
  const text = JSON.stringify([includedFields?.toSorted() ?? null, isThin, isAlone])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
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

type Receiver = Pick<
  StoredWebhook,
  'webhookId' | 'events' | 'batches' | 'ordered' | 'thin' | 'includedFields' | 'conditionLevel'
>

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
  { webhookId, batches, ordered }: Receiver,
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
      inOrder: ordered ? orderOf(first, batches) : undefined,
    }
  })
}

/** What is sent one after the other: the events of a record, or all batches, which have events of many. */
function orderOf({ recordId }: Occurrence, isBatch: boolean): string | undefined {
  return isBatch ? 'batch' : recordId?.toString()
}

/** Characters of payloads that are put together and stored by one statement. */
const storedAtOnce = 64_000

type Wanted = Pick<NewMessage, 'variant'> & { one: Occurrence; form: PayloadForm }

/**
 * Stores payloads, some at a time: while the database stores them, the thread is free for calls. All of a batch at once
 * would keep these waiting for as long as a hundred records take to be written as JSON and sent.
 */
async function keepInParts(
  tx: Tx,
  tenantId: number,
  wanted: Iterable<Wanted>,
  now: Date,
): Promise<Map<string, KeptMessage>> {
  const kept = new Map<string, KeptMessage>()
  let part: NewMessage[] = []
  let length = 0
  const store = async () => {
    for (const message of await keepMessages(tx, tenantId, part, now)) {
      kept.set(placeOf(message.eventId, message.variant), message)
    }
    part = []
    length = 0
  }
  for (const { one, form, variant } of wanted) {
    const { eventId, type, changeSetId } = one
    const payload = payloadOf(one, form)
    part.push({ eventId, variant, type, changeSetId, payload })
    length += payload.length
    if (length >= storedAtOnce) await store()
  }
  await store()
  return kept
}

/**
 * Puts into the outbox what happened, for each webhook that wants it: the payloads once for all that send the same
 * fields. What is there already is not sent again. Gives how many calls it is.
 */
export async function dispatch(tx: Tx, tenantId: number, asked: Dispatch): Promise<number> {
  const { webhooks, admitted, occurrences, now } = asked
  const plans = webhooks.map((webhook) => ({
    webhook,
    chosen: selectFor(webhook, admitted.get(webhook.webhookId), occurrences).map((one): Wanted => {
      const form = formOf(webhook, one)
      return { one, form, variant: variantOf(form) }
    }),
  }))
  const wanted = new Map<string, Wanted>()
  for (const { chosen } of plans) {
    for (const one of chosen) {
      const place = placeOf(one.one.eventId, one.variant)
      if (!wanted.has(place)) wanted.set(place, one)
    }
  }
  const kept = await keepInParts(tx, tenantId, wanted.values(), now)
  const entries = plans.flatMap(({ webhook, chosen }) =>
    entriesOf(
      webhook,
      chosen.map(({ one, variant }) => ({
        ...one,
        ...(kept.get(placeOf(one.eventId, variant)) as KeptMessage),
      })),
      asked,
    ),
  )
  await enqueue(tx, tenantId, entries, now)
  return entries.length
}
