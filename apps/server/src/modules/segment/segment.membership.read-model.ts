import type { LevelId } from '@steward/contracts/level'
import { query, type Db } from '../../platform/db/database.ts'

/** The records of a level below some organizations and accounts, at most `limit` of them. */
export async function listBelonging(
  db: Db,
  tenantId: number,
  level: LevelId,
  parentIds: readonly number[],
  limit: number,
): Promise<number[]> {
  if (parentIds.length === 0) return []
  const rows = await query<{ record_id: number }>(
    db,
    `select record_id from record_fenced
     where tenant_id = $1 and level = $2
       and (organization_id = any($3::bigint[]) or account_id = any($3::bigint[])) limit $4`,
    [tenantId, level, parentIds, limit],
  )
  return rows.map((row) => row.record_id)
}

/** The records of a level of which two conditions on `r` say different things. */
export async function listDiffering(
  db: Db,
  tenantId: number,
  level: LevelId,
  conditions: { one: string; other: string; values: readonly unknown[] },
  limit: number,
): Promise<number[]> {
  const { one, other, values } = conditions
  const rows = await query<{ record_id: number }>(
    db,
    `select r.record_id from record_fenced r
     where r.tenant_id = ${tenantId} and r.level = ${level}
       and ((${one}) is true) <> ((${other}) is true) limit ${limit}`,
    values,
  )
  return rows.map((row) => row.record_id)
}

/** When a record was last changed, as it is known now and as it was known at an instant. */
export interface LastChange {
  now: Date
  before: Date
}

/**
 * When records were last changed, now and before an instant, by id. One of which the ledger knows no change
 * before the instant was as old as its creation.
 */
export async function listLastChanges(
  db: Db,
  tenantId: number,
  recordIds: readonly number[],
  since: Date,
): Promise<Map<number, LastChange>> {
  const rows = await query<LastChange & { record_id: number }>(
    db,
    `/*segment.last_changes*/ select r.record_id, r.updated_at as now, coalesce((
       select max(c.at) from record_change c
       where c.tenant_id = $1 and c.record_id = r.record_id and c.at < $3), r.created_at) as before
     from record_fenced r where r.tenant_id = $1 and r.record_id = any($2::bigint[])`,
    [tenantId, recordIds, since],
  )
  return new Map(rows.map(({ record_id, now, before }) => [record_id, { now, before }]))
}
