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
