import type { LevelId } from '@steward/contracts/level'
import type { Tx } from '../../platform/db/database.ts'
import type { SlotField } from '../field/index.ts'
import type { Planned } from './record.change.ts'
import type { Act } from './record.change-set.ts'
import { countKeyOf, createTally, moveCounts, type Count } from './record.count.ts'
import { toInput, type State } from './record.state.ts'
import { toBatch, writeRecords, type Write, type WriteBatch } from './record.write.store.ts'

/** The act of a batch that is planned while an earlier batch of the act is still being written. */
export interface ActInTurn {
  /**
   * Says that the plan stands, and everything that it needs is held. Gives the act where records may be written now,
   * in a transaction that is not committed before its turn.
   */
  planned(): Act | undefined
  /** Resolves when it is the turn of the batch. */
  turn(): Promise<Act>
}

const kinds = ['create', 'update', 'delete'] as const

export const isWrite = (item: Planned): boolean => (kinds as readonly string[]).includes(item.outcome)

function stateAfter(item: Planned): State | undefined {
  return item.outcome === 'delete' ? undefined : item.next
}

export function writeOf(item: Planned, level: LevelId): Write {
  const recordId = item.recordId as number
  const version = (item.current?.version ?? 0) + 1
  if (item.outcome === 'delete') {
    const input = { columns: { record_id: recordId }, custom: {} }
    return { kind: 'delete', input, version, before: { ...item.before, level } }
  }
  const input = toInput(recordId, level, item.next)
  if (item.outcome === 'create') return { kind: 'create', input, version }
  return { kind: 'update', input, version, before: item.before, after: item.after }
}

/** The values that are written to a level. */
export interface LevelWrites {
  batches: readonly WriteBatch[]
  counts: readonly Count[]
}

export function toWrites(
  level: LevelId,
  items: readonly Planned[],
  slots?: readonly SlotField[],
): LevelWrites {
  const tally = createTally()
  for (const item of items) {
    if (item.current) tally.add(countKeyOf(level, item.current.state), -1)
    const next = stateAfter(item)
    if (next) tally.add(countKeyOf(level, next), 1)
  }
  const batches = kinds.flatMap((kind) => {
    const writes = items.filter((item) => item.outcome === kind).map((item) => writeOf(item, level))
    return writes.length > 0 ? [toBatch(kind, level, writes, slots)] : []
  })
  return { batches, counts: tally.deltas() }
}

async function writeBatches(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
  at: Date,
  batches: readonly WriteBatch[],
): Promise<void> {
  for (const batch of batches) await writeRecords(tx, tenantId, changeSetId, at, batch)
}

export async function writeLevel(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
  at: Date,
  { batches, counts }: LevelWrites,
): Promise<void> {
  await writeBatches(tx, tenantId, changeSetId, at, batches)
  await moveCounts(tx, tenantId, counts)
}

/**
 * Waits for the turn of a batch; gives its act, and what is still to be written then. Records that have to do with no
 * others (`isApart`) are written before, so that the database works on two batches at once. Counts are what all
 * batches write, and wait.
 */
export async function awaitTurn(
  tx: Tx,
  tenantId: number,
  inTurn: ActInTurn,
  writes: LevelWrites,
  isApart: boolean,
): Promise<{ act: Act; writes: LevelWrites }> {
  const early = inTurn.planned()
  if (!isApart || early?.changeSetId === undefined) return { act: await inTurn.turn(), writes }
  await writeBatches(tx, tenantId, early.changeSetId, early.at, writes.batches)
  return { act: await inTurn.turn(), writes: { batches: [], counts: writes.counts } }
}
