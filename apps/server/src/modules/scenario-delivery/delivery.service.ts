import { deliveryStateId, type DeliveryKind } from '@steward/contracts/plain/scenario'
import type { Tx } from '../../platform/db/database.ts'
import { enqueue, type OutboxEntry } from '../../platform/outbox/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Batch, Outcome, Visit } from '../scenario-management/index.ts'
import { insertDeliveries, listOfRuns, requeue, type Draft, type StoredDelivery } from './delivery.store.ts'

/** What a record causes at a node: something to be sent, or what happens to it instead. */
export type Prepared = Outcome | { drafts: readonly Draft[] }

/** How a kind of delivery goes through the outbox. */
export interface Channel {
  kind: DeliveryKind
  /** Of the outbox. */
  name: string
  /** What is sent to the same place goes through one lane. */
  laneOf(target: string): string
}

/** Milliseconds after which a record that still waits is looked at, should no one have woken it. */
const longestWait = 24 * 3600_000

const [waiting, delivered, , held, skipped] = (
  ['waiting', 'delivered', 'failed', 'held', 'skipped'] as const
).map(deliveryStateId)

/** What follows for a record from what was sent because of it, once none of it waits. */
function outcomeOf(sent: readonly StoredDelivery[]): Outcome {
  const reasons = [...new Set(sent.flatMap(({ failure }) => failure ?? []))]
  const reason = reasons.join(' ') || undefined
  if (sent.some(({ state }) => state === delivered)) return { kind: 'next', branch: 'next', reason }
  if (sent.every(({ state }) => state === skipped)) {
    return { kind: 'skip', reason: reason ?? 'Nothing had to be sent.', branch: 'next' }
  }
  const cause = reason ?? 'It could not be sent.'
  return { kind: 'fail', cause, reason: cause }
}

/** A visit of a run to the node: it comes there again where someone retries it. */
const visitKey = ({ runId, arrivedAt }: Pick<Visit, 'runId' | 'arrivedAt'>): string =>
  `${runId} ${arrivedAt.getTime()}`

/** Has what records cause at a node sent by the outbox; the records wait there until that has ended. */
export function createDeliveries({ clock }: Pick<Platform, 'clock'>) {
  async function queue(
    tx: Tx,
    tenantId: number,
    { name, laneOf }: Channel,
    all: readonly { deliveryId: number; round: number; target: string }[],
  ): Promise<void> {
    const entries = all.map(({ deliveryId, round, target }): OutboxEntry => ({
      channel: name,
      lane: laneOf(target),
      key: `scenario:${deliveryId}:${round}`,
      payload: { deliveryId, round },
    }))
    await enqueue(tx, tenantId, entries, clock.now())
  }

  /** Puts into the outbox again what was held while the scenario was stopped. */
  async function release(tx: Tx, tenantId: number, channel: Channel, all: readonly StoredDelivery[]) {
    const some = all.filter(({ state }) => state === held)
    if (some.length === 0) return
    await requeue(
      tx,
      tenantId,
      some.map(({ deliveryId }) => deliveryId),
    )
    await queue(
      tx,
      tenantId,
      channel,
      some.map((one) => ({ ...one, round: one.round + 1 })),
    )
  }

  async function send(tx: Tx, batch: Batch<unknown>, channel: Channel, drafts: readonly Draft[]) {
    if (drafts.length === 0) return
    const ids = await insertDeliveries(tx, batch, channel.kind, drafts, clock.now())
    const queued = drafts.map(({ target }, nth) => ({ deliveryId: ids[nth] as number, round: 1, target }))
    await queue(tx, batch.tenantId, channel, queued)
  }

  /** `prepare` says what records cause that are here for the first time. */
  return async function deliver<Settings>(
    tx: Tx,
    batch: Batch<Settings>,
    channel: Channel,
    prepare: (fresh: readonly Visit[]) => Promise<ReadonlyMap<number, Prepared>>,
  ): Promise<Map<number, Outcome>> {
    const { tenantId, nodeKey, visits, at } = batch
    const known = await listOfRuns(
      tx,
      tenantId,
      nodeKey,
      visits.map(({ runId }) => runId),
    )
    const byVisit = Map.groupBy(known, visitKey)
    const sentOf = (visit: Visit) => byVisit.get(visitKey(visit)) ?? []
    const fresh = visits.filter((visit) => sentOf(visit).length === 0)
    const prepared = fresh.length > 0 ? await prepare(fresh) : new Map<number, Prepared>()
    const drafts = [...prepared.values()].flatMap((one) => ('drafts' in one ? one.drafts : []))
    await send(tx, batch, channel, drafts)
    await release(tx, tenantId, channel, visits.flatMap(sentOf))
    const wait: Outcome = { kind: 'wait', until: new Date(at.getTime() + longestWait) }
    return new Map(
      visits.map((visit): [number, Outcome] => {
        const sent = sentOf(visit)
        const first = prepared.get(visit.runId)
        if (first && !('drafts' in first)) return [visit.runId, first]
        if (first || sent.some(({ state }) => state === waiting || state === held)) return [visit.runId, wait]
        return [visit.runId, outcomeOf(sent)]
      }),
    )
  }
}

export type Deliver = ReturnType<typeof createDeliveries>
