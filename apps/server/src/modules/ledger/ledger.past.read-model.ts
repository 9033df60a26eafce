import { changeKindIds } from '@steward/contracts/record-history'
import type { LevelId } from '@steward/contracts/level'
import { query, type Db } from '../../platform/db/database.ts'
import type { Values } from '../record/index.ts'

/** The records of a level that changed since an instant, at most `limit` of them. */
export async function listChangedSince(
  db: Db,
  tenantId: number,
  level: LevelId,
  since: Date,
  limit: number,
): Promise<number[]> {
  const rows = await query<{ record_id: number }>(
    db,
    `/*ledger.changed_since*/ select distinct c.record_id
     from record_change c
     join record r on r.tenant_id = c.tenant_id and r.record_id = c.record_id
     where c.tenant_id = $1 and c.at >= $3 and r.level = $2
     limit ${limit}`,
    [tenantId, level, since],
  )
  return rows.map((row) => row.record_id)
}

/** What a record was at an instant, where that differs from what it is. */
export interface Past {
  /** Whether it was there at all. */
  existed: boolean
  /** The values that were others, by key. */
  before: Values
}

/**
 * What records were at an instant: of each value that changed since, the first `before`. Records that did
 * not change are left out.
 */
export async function readPast(
  db: Db,
  tenantId: number,
  recordIds: readonly number[],
  since: Date,
): Promise<Map<number, Past>> {
  const rows = await query<{ record_id: number; first_kind: number; before: Values | null }>(
    db,
    `/*ledger.past*/ select c.record_id,
       (array_agg(c.kind order by (c.version, c.change_set_id)))[1] as first_kind,
       jsonb_object_agg(k.key, k.value order by (c.version, c.change_set_id) desc) filter (where k.key is not null) as before
     from record_change c
     left join lateral jsonb_each(case when c.kind <> ${changeKindIds.create} then c.before end) k on true
     where c.tenant_id = $1 and c.record_id = any($2::bigint[]) and c.at >= $3
     group by c.record_id`,
    [tenantId, recordIds, since],
  )
  return new Map(
    rows.map((row) => [row.record_id, { existed: row.first_kind !== 1, before: row.before ?? {} }]),
  )
}
