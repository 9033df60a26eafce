import type { LevelId } from '@steward/contracts/level'
import { query, type Db } from '../../platform/db/database.ts'

/** A record that something happened to. */
export interface Concerned {
  recordId: number
  level: LevelId
}

/** The records of items of the timeline. */
export function readItemRecords(
  db: Db,
  tenantId: number,
  itemIds: readonly number[],
): Promise<(Concerned & { itemId: number })[]> {
  return query(
    db,
    `/*scenario_event.items*/ select item_id as "itemId", record_id as "recordId", level from timeline_item
     where tenant_id = $1 and item_id = any($2::bigint[])`,
    [tenantId, itemIds],
  )
}

/** The levels of records, of those that are there. */
export function readLevels(db: Db, tenantId: number, recordIds: readonly number[]): Promise<Concerned[]> {
  return query<Concerned>(
    db,
    `/*scenario_event.levels*/ select record_id as "recordId", level from record_fenced
     where tenant_id = $1 and record_id = any($2::bigint[])`,
    [tenantId, recordIds],
  )
}
