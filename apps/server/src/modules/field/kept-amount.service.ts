import type { Tx } from '../../platform/db/database.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrencyService } from '../currency/index.ts'
import { fillValues, listKeptFields } from './field-index.store.ts'
import {
  distrustKept,
  listFilledAmounts,
  listKeptAmounts,
  outwaitWriters,
  readRates,
  renewAmounts,
  trustKept,
} from './kept-amount.store.ts'

const task = 'field.amounts'

export interface KeptAmounts {
  tasks: Record<string, Task>
  /** Keeps all amounts of a field, in the job that made an index for it. Throws when the signal fires. */
  fill(tenantId: number, fieldId: number, signal: AbortSignal): Promise<void>
}

/**
 * Kept amounts are in the base. When rates change, lists read amounts from the records, which is slower and
 * right, until a job has kept them again.
 */
export function createKeptAmounts(
  platform: Platform,
  currency: CurrencyService,
  { queue, forget }: { queue: string; forget: (tenantId: number) => Promise<void> },
): KeptAmounts {
  const { database, clock } = platform

  async function distrust(tx: Tx, tenantId: number): Promise<void> {
    const kept = await listKeptAmounts(tx, tenantId)
    if (kept.length === 0) return
    await distrustKept(tx, tenantId, kept)
    await addJob(tx, { task, payload: { tenantId }, key: `${task}:${tenantId}`, queue })
  }

  /** Keeps amounts by the rates of now. Where these are others at the end, a job waits that does it again. */
  async function renew(tenantId: number, fieldIds: readonly number[], signal: AbortSignal): Promise<void> {
    const rates = await readRates(database.owner, tenantId)
    await outwaitWriters(database.owner, signal)
    for (const fieldId of fieldIds) {
      let after: number | undefined = 0
      while (after !== undefined) {
        await yieldToCalls()
        signal.throwIfAborted()
        after = await renewAmounts(database.owner, tenantId, fieldId, after)
      }
    }
    await trustKept(database.owner, tenantId, fieldIds, { rates, at: clock.now() })
    await forget(tenantId)
  }

  async function fill(tenantId: number, fieldId: number, signal: AbortSignal): Promise<void> {
    const trusted = await listKeptFields(database.tenant(tenantId), tenantId)
    if (trusted.has(fieldId)) return
    await fillValues(database.owner, tenantId, fieldId)
    // Some were kept before the fill, by those who wrote them or for another index: maybe by rates of then.
    await renew(tenantId, [fieldId], signal)
  }

  const renewAll: Task = async (payload, { signal }) => {
    const { tenantId } = payload as { tenantId: number }
    await renew(tenantId, await listFilledAmounts(database.tenant(tenantId), tenantId), signal)
  }

  currency.registerFollower('kept amounts', {
    follow: async (tx, tenantId, change) => {
      if (change === 'rates') await distrust(tx, tenantId)
    },
    settled: forget,
  })
  return { tasks: { [task]: renewAll }, fill }
}
