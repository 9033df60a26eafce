import type { LevelId } from '@steward/contracts/level'
import type { EntryOverride } from '@steward/scores'
import type { Actor } from '../../platform/actor.ts'
import { query, type Tx } from '../../platform/db/database.ts'
import { scopeSql } from './health.policy.ts'

/** A record that the actor may see, held until the transaction ends; undefined where there is none. */
export async function holdRecord(
  tx: Tx,
  actor: Actor,
  level: LevelId,
  recordId: number,
): Promise<{ name: string } | undefined> {
  const rows = await query<{ name: string }>(
    tx,
    `select r.name from record r
     where r.tenant_id = $1 and r.record_id = $2 and r.level = ${level} and ${scopeSql(actor, 'r', level)}
     for no key update of r`,
    [actor.tenantId, recordId],
  )
  return rows[0]
}

export async function putOverride(
  tx: Tx,
  tenantId: number,
  recordId: number,
  { score, reason, endsOn, by, at }: EntryOverride,
): Promise<void> {
  await query(
    tx,
    `insert into score_override (tenant_id, record_id, score, by, ends_on, at, reason)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id, record_id) do update set score = excluded.score, by = excluded.by,
       ends_on = excluded.ends_on, at = excluded.at, reason = excluded.reason`,
    [tenantId, recordId, score, by, endsOn, at, reason],
  )
}

/** False where there was none. */
export async function dropOverride(tx: Tx, tenantId: number, recordId: number): Promise<boolean> {
  const rows = await query(
    tx,
    'delete from score_override where tenant_id = $1 and record_id = $2 returning 1',
    [tenantId, recordId],
  )
  return rows.length > 0
}
