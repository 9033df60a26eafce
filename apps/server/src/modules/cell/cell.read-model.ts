import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface LastChange {
  recordId: number
  key: string
  actorId: number | null
  at: Date
}

/** Who changed each of some keys of records last. */
export async function findLastChanges(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
  keys: readonly string[],
): Promise<LastChange[]> {
  if (recordIds.length === 0) return []
  const rows = await query<{ record_id: number; key: string; actor_id: number | null; at: Date }>(
    db,
    `select distinct on (c.record_id, k.key) c.record_id, k.key, c.actor_id, c.at
     from record_change c,
     lateral jsonb_object_keys(c.after) as k(key)
     where c.tenant_id = $1 and c.record_id = any($2::bigint[]) and c.kind = 2
       and c.after ?| $3::text[] and k.key = any($3::text[])
     order by c.record_id, k.key, (c.version, c.change_set_id) desc`,
    [tenantId, recordIds, keys],
  )
  return rows.map((row) => ({ recordId: row.record_id, key: row.key, actorId: row.actor_id, at: row.at }))
}
