import type { LevelId } from '@steward/contracts/level'
import { causeJson } from '../../platform/db/cause.ts'
import { query, type Tx } from '../../platform/db/database.ts'
import { actValues, type ActOf } from './record.change-set.ts'
import { announceEvents } from '../../platform/db/event.announcement.ts'
import { countSlot } from './record.count.ts'
import { isBulkWritable, movesCounts, bulkStatement, type Param } from './record.bulk-sql.ts'
import { readSlots, touchedSlots } from './record.slot.ts'

export interface ValueWrite {
  level: LevelId
  /** Every key that the source may yield: as in a state. */
  keys: readonly string[]
  /** SQL of the rows (record_id bigint, key text, value jsonb), one for each record and key; null clears. */
  source: (param: Param) => string
}

export interface ValuesWritten {
  /** Null when nothing differed and no change set was there to continue with. */
  changeSetId: number | null
  changed: number
  /** Records of the level that the source named, changed or not. */
  seen: number
}

/**
 * Writes one value for each key into many records of a level in one statement: the records where they
 * differ, their ledger rows, slots and counts, the change set and its event, which reports each
 * call that changed something. Locks in the order of ids. Checks nothing: that is the caller's.
 */
export async function writeValues(tx: Tx, act: ActOf, write: ValueWrite): Promise<ValuesWritten> {
  const { keys, level } = write
  if (keys.length === 0 || !isBulkWritable(keys))
    throw new Error(`Not to be written in bulk: ${keys.join(', ')}`)
  const values: unknown[] = [act.actor.tenantId, level, act.at]
  const param: Param = (value) => `$${values.push(value)}`
  if (act.changeSetId === undefined) values.push(...actValues(act))
  else values.push(act.changeSetId)
  const source = write.source(param)
  const slot = movesCounts(keys) ? `${param(countSlot())}::smallint` : ''
  const slots = touchedSlots(await readSlots(tx, act.actor.tenantId, level), new Set(keys))
  const [row] = await query<ValuesWritten>(
    tx,
    bulkStatement(keys, { source, slot, cause: param(causeJson()) }, { level, slots }, act.changeSetId),
    values,
  )
  const { changeSetId, changed, seen } = row as ValuesWritten
  if (changed > 0) announceEvents(tx, act.actor.tenantId)
  return { changeSetId: changeSetId ?? act.changeSetId ?? null, changed, seen }
}
