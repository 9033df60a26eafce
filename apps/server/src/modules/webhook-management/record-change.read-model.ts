import { query, type Db } from '../../platform/db/database.ts'
import type { ActorRow } from '../record/index.ts'

/** An operation on records. */
export interface ActRow extends ActorRow {
  changeSetId: number
  at: Date
}

/** The operations of a time, in the order of their ids, behind `after`. */
export function listActs(
  db: Db,
  tenantId: number,
  { from, to }: { from: Date; to: Date },
  after: number,
  limit: number,
): Promise<ActRow[]> {
  return query<ActRow>(
    db,
    `select change_set_id as "changeSetId", at, actor_id, action, via_kind, via_id, via_name from record_act
     where tenant_id = $1 and at >= $2 and at < $3 and change_set_id > $4
     order by change_set_id limit $5`,
    [tenantId, from, to, after, limit],
  )
}

/** Those of the records that meet a condition on the record `r`, whose values begin at $3. */
export async function listMatching(
  db: Db,
  tenantId: number,
  recordIds: readonly number[],
  condition: string,
  values: readonly unknown[],
): Promise<Set<number>> {
  const rows = await query<{ recordId: number }>(
    db,
    `select r.record_id as "recordId" from record_fenced r
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) and ${condition}`,
    [tenantId, recordIds, ...values],
  )
  return new Set(rows.map(({ recordId }) => recordId))
}
