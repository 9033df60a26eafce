import { levels } from '@steward/contracts/level'
import type { Tx } from '../../platform/db/database.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrencyService } from '../currency/index.ts'
import {
  distrustAmounts,
  outwaitWriters,
  readRates,
  renewAmounts,
  trustAmounts,
} from './slot-amount.store.ts'
import { readSlots } from './slot.store.ts'

const task = 'field.amounts'

/**
 * Amounts in slots are in the base. When rates change, lists read amounts from the records, which is slower and
 * right, until a job has converted them again.
 */
export function createSlotAmounts(
  platform: Platform,
  currency: CurrencyService,
  { queue, forget }: { queue: string; forget: (tenantId: number) => Promise<void> },
): Record<string, Task> {
  const { database } = platform

  async function distrust(tx: Tx, tenantId: number): Promise<void> {
    if (!(await distrustAmounts(tx, tenantId))) return
    await addJob(tx, { task, payload: { tenantId }, key: `${task}:${tenantId}`, queue })
  }

  /** Converts amounts by the rates of now. Where these are others at the end, a job waits that does it again. */
  async function renew(tenantId: number, signal: AbortSignal): Promise<void> {
    const rates = await readRates(database.owner, tenantId)
    await outwaitWriters(database.owner, signal)
    for (const { id: level } of levels) {
      const fields = await readSlots(database.tenant(tenantId), tenantId, level)
      const amounts = fields.filter(({ slots }) => slots.currency !== null)
      let after: number | undefined = amounts.length > 0 ? 0 : undefined
      while (after !== undefined) {
        await yieldToCalls()
        signal.throwIfAborted()
        after = await renewAmounts(database.owner, tenantId, level, amounts, after)
      }
    }
    await trustAmounts(database.owner, tenantId, rates)
    await forget(tenantId)
  }

  currency.registerFollower('amounts in slots', {
    follow: async (tx, tenantId, change) => {
      if (change === 'rates') await distrust(tx, tenantId)
    },
    settled: forget,
  })
  return { [task]: (payload, { signal }) => renew((payload as { tenantId: number }).tenantId, signal) }
}
