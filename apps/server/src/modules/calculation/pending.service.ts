import type { Tx } from '../../platform/db/database.ts'
import { firstChangesOf, type RecordChange } from '../change-log/index.ts'
import { dropPending, listPending, movePending, type Pending } from './calculation.store.ts'

/** Changes of records that are followed in one transaction, and events that may bring them. */
const mostChanges = 2000
const mostPending = 200

/** The content of an event that waits. */
const toldBy = ({ changeSetId, recordIds, firstId, lastId }: Pending) => ({
  changeSetId,
  ...(recordIds && { recordIds }),
  ...(firstId !== null && { firstId }),
  ...(lastId !== null && { lastId }),
})

async function takePart(tx: Tx, tenantId: number, one: Pending): Promise<RecordChange[]> {
  const rows = await firstChangesOf(tx, tenantId, toldBy(one), { size: mostChanges, afterRecord: one.cursor })
  const last = rows.at(-1)
  if (rows.length < mostChanges || !last) await dropPending(tx, tenantId, [one.pendingId])
  else await movePending(tx, tenantId, one.pendingId, last.recordId)
  return rows
}

/** The changes of all of them, if they are few enough to be followed together. */
async function takeTogether(
  tx: Tx,
  tenantId: number,
  whole: readonly Pending[],
): Promise<RecordChange[] | null> {
  const rows = await firstChangesOf(tx, tenantId, whole.map(toldBy), { size: mostChanges + 1 })
  if (rows.length > mostChanges) return null
  const pendingIds = whole.map((one) => one.pendingId)
  await dropPending(tx, tenantId, pendingIds)
  return rows
}

/**
 * Takes the next changes that wait: those of many small acts together, or a part of a large one. Null
 * when none wait.
 */
export async function takeChanges(tx: Tx, tenantId: number): Promise<RecordChange[] | null> {
  const pending = await listPending(tx, tenantId, mostPending)
  const [first] = pending
  if (!first) return null
  const whole = pending.filter((one) => one.recordIds === null && one.firstId === null && one.cursor === 0)
  const together = whole.length > 1 ? await takeTogether(tx, tenantId, whole) : null
  return together ?? takePart(tx, tenantId, first)
}
