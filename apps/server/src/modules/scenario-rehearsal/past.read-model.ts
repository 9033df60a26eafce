import { changeKindIds, type ChangeKindId } from '@steward/contracts/record-history'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

type Values = Readonly<Record<string, unknown>>

/** A change of a record, as the ledger has it. */
export interface PastChange {
  changeSetId: number
  recordId: number
  kind: ChangeKindId
  before: Values | null
  after: Values | null
  /** Milliseconds. */
  at: number
  /** Whether the scenario that is rehearsed made it. */
  isOwn: boolean
}

/** Changes of records since an instant, in the order in which each record had them. */
export function listPastChanges(
  db: Db | Tx,
  tenantId: number,
  scenarioId: number,
  recordIds: readonly number[],
  since: Date,
): Promise<PastChange[]> {
  return query<PastChange>(
    db,
    `/*scenario_rehearsal.changes*/ select change_set_id as "changeSetId", record_id as "recordId", kind,
       case when kind <> ${changeKindIds.create} then before end as before,
       case when kind = ${changeKindIds.update} then after end as after,
       round(date_part('epoch', at) * 1000) as at,
       coalesce(via_kind = 'scenario' and via_id = $2, false) as "isOwn"
     from record_change where tenant_id = $1 and record_id = any($3::bigint[]) and at >= $4
     order by record_id, version, change_set_id`,
    [tenantId, scenarioId, recordIds, since],
  )
}

/** The records of a level behind one, at most `limit`. */
export async function listRecords(
  db: Db | Tx,
  tenantId: number,
  level: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `/*scenario_rehearsal.records*/ select record_id as id from record_fenced
     where tenant_id = $1 and level = $2 and record_id > $3 order by record_id limit ${limit}`,
    [tenantId, level, after],
  )
  return rows.map(({ id }) => id)
}

/** When records were last changed before an instant; those that were not are left out. */
export async function readLastChanges(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
  before: Date,
): Promise<Map<number, Date>> {
  const rows = await query<{ recordId: number; at: Date }>(
    db,
    `/*scenario_rehearsal.last_changes*/ select record_id as "recordId", max(at) as at from record_change
     where tenant_id = $1 and record_id = any($2::bigint[]) and at < $3 group by record_id`,
    [tenantId, recordIds, before],
  )
  return new Map(rows.map(({ recordId, at }) => [recordId, at]))
}
