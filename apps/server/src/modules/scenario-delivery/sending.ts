import { deliveryStateId, type DeliveryState } from '@steward/contracts/plain/scenario'
import { z } from 'zod'
import { transact, type Db } from '../../platform/db/database.ts'
import type { AttemptResult, OutboxItem, Transport } from '../../platform/outbox/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Scenarios } from '../scenario-management/index.ts'
import type { ScenarioRunning } from '../scenario-run/index.ts'
import { endDelivery, findDelivery, type StoredDelivery } from './delivery.store.ts'

const payloadSchema = z.object({ deliveryId: z.int(), round: z.int() })

/** What an attempt came to: as the outbox has it, or that it must not be sent any more. */
export type Sent = AttemptResult | { skipped: string }

export interface SendingParts {
  scenarios: Pick<Scenarios, 'share'>
  runs: Pick<ScenarioRunning, 'wake'>
  /** Seconds after which an attempt is over. */
  deadline: number
  /** Milliseconds after each attempt that failed. */
  pauses: readonly number[]
  /** Sends it once. */
  send(tenantId: number, delivery: StoredDelivery, signal: AbortSignal): Promise<Sent>
  /** What follows once it was sent; a failure of it changes nothing of that. */
  sent?(tenantId: number, delivery: StoredDelivery): Promise<void>
}

const over: AttemptResult = { outcome: 'delivered' }
const final = (failure: string): AttemptResult => ({ outcome: 'failed', isFinal: true, failure })

/** How deliveries leave Steward: not while their scenario is stopped; their records go on once they have ended. */
export function createSending(platform: Platform, parts: SendingParts): Transport {
  const { database, clock } = platform
  const { scenarios, runs, pauses } = parts

  /** Notes how a delivery ended and lets its record go on, both or neither: no one else would wake it. */
  const end = (
    db: Db,
    tenantId: number,
    delivery: StoredDelivery,
    state: DeliveryState,
    failure: string | null,
  ) =>
    transact(db, async (tx) => {
      const { deliveryId, nodeKey, runId } = delivery
      await runs.wake(tx, tenantId, nodeKey, [runId])
      await endDelivery(tx, tenantId, deliveryId, { state: deliveryStateId(state), failure, at: clock.now() })
    })

  async function mayAct(db: Db, tenantId: number, scenarioId: number): Promise<boolean> {
    return transact(db, async (tx) => (await scenarios.share(tx, tenantId, scenarioId))?.mayAct ?? false)
  }

  async function conclude(
    db: Db,
    tenantId: number,
    delivery: StoredDelivery,
    result: AttemptResult,
    isLast: boolean,
  ): Promise<void> {
    if (result.outcome === 'delivered') await end(db, tenantId, delivery, 'delivered', null)
    else if (isLast) {
      const mayHaveArrived = result.outcome === 'unknown' ? ' It may have arrived.' : ''
      await end(db, tenantId, delivery, 'failed', `${result.failure ?? 'It failed.'}${mayHaveArrived}`)
    }
  }

  async function send(item: OutboxItem, signal: AbortSignal): Promise<AttemptResult> {
    const { tenantId, attempt } = item
    const { deliveryId, round } = payloadSchema.parse(item.payload)
    const db = database.tenant(tenantId)
    const delivery = await findDelivery(db, tenantId, deliveryId)
    if (!delivery || delivery.state !== deliveryStateId('waiting') || delivery.round !== round) return over
    if (!(await mayAct(db, tenantId, delivery.scenarioId))) {
      await end(db, tenantId, delivery, 'held', null)
      return final('The scenario is stopped. It is sent once the scenario is active again.')
    }
    const result = await parts.send(tenantId, delivery, signal)
    if ('skipped' in result) {
      await end(db, tenantId, delivery, 'skipped', result.skipped)
      return final(result.skipped)
    }
    const isLast = result.isFinal === true || pauses[attempt - 1] === undefined
    await conclude(db, tenantId, delivery, result, isLast)
    if (result.outcome === 'delivered') await parts.sent?.(tenantId, delivery)
    return result
  }

  return {
    deadline: parts.deadline,
    mostAtOnce: 4,
    pauseAfter: (attempts) => pauses[attempts - 1],
    send: (item, { signal }) => send(item, signal),
  }
}
