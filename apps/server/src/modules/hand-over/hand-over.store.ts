import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** How many records of each level a user owns. */
export async function countOwned(
  db: Db | Tx,
  tenantId: number,
  userId: number,
): Promise<{ level: LevelId; n: number }[]> {
  return query(
    db,
    `select level, count(*) as n from record_fenced
     where tenant_id = $1 and owners @> array[$2::int] group by level order by level`,
    [tenantId, userId],
  )
}

export interface Owned {
  recordId: number
  level: LevelId
  owners: number[]
}

/**
 * Records that a user owns, in the order of their ids, from after one of them; they stay as they are until
 * the end. `last` is where to go on, null where no more were found.
 */
export async function lockOwned(
  tx: Tx,
  tenantId: number,
  userId: number,
  { after, limit, levels }: { after: number; limit: number; levels?: readonly LevelId[] | undefined },
): Promise<{ owned: Owned[]; last: number | null }> {
  const rows = await query<{ record_id: number }>(
    tx,
    `select record_id from record_fenced
     where tenant_id = $1 and owners @> array[$2::int] and record_id > $3
       and ($5::smallint[] is null or level = any($5)) order by record_id limit $4`,
    [tenantId, userId, after, limit, levels ?? null],
  )
  // Some may be another's by the time that they are locked.
  const owned = await query<Owned>(
    tx,
    `select record_id as "recordId", level, owners from record
     where tenant_id = $1 and record_id = any($2::bigint[]) and owners @> array[$3::int]
     order by record_id for update`,
    [tenantId, rows.map((row) => row.record_id), userId],
  )
  return { owned, last: rows.length < limit ? null : (rows.at(-1)?.record_id ?? null) }
}

/** A few of the records of each level that a user owns, by name. */
export async function sampleOwned(
  db: Db | Tx,
  tenantId: number,
  userId: number,
  levels: readonly LevelId[],
  limit: number,
): Promise<{ level: LevelId; id: number; name: string }[]> {
  return query(
    db,
    `select s.level, s.id, s.name from unnest($3::smallint[]) as wanted(level) cross join lateral (
       select r.level, r.record_id as id, r.name from record_fenced r
       where r.tenant_id = $1 and r.level = wanted.level and r.owners @> array[$2::int]
       order by r.archived, r.name_folded, r.record_id limit $4) s`,
    [tenantId, userId, levels, limit],
  )
}
