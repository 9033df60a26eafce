import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { SelectionSql } from '../record-list/index.ts'

/** Keeps the chosen records of a job in batches, in the order of their ids; answers how many they are. */
export async function keepTargets(
  tx: Tx,
  tenantId: number,
  jobId: number,
  selection: SelectionSql,
  batchSize: number,
): Promise<number> {
  const values: unknown[] = [tenantId, jobId, batchSize]
  const chosen = selection((value) => `$${values.push(value)}`)
  const rows = await query<{ total: number }>(
    tx,
    `with kept as (
       insert into bulk_target (tenant_id, job_id, rows_before, record_ids)
       select $1, $2, x.batch * $3::bigint, array_agg(x.record_id order by x.record_id)
       from (select s.record_id, (row_number() over (order by s.record_id) - 1) / $3::bigint as batch
             from (${chosen}) s) x
       group by x.batch
       returning cardinality(record_ids) as n)
     select coalesce(sum(n), 0)::bigint as total from kept`,
    values,
  )
  return rows[0]?.total ?? 0
}

/** How many records are chosen. */
export async function countTargets(db: Db, selection: SelectionSql): Promise<number> {
  const values: unknown[] = []
  const chosen = selection((value) => `$${values.push(value)}`)
  const rows = await query<{ total: number }>(db, `select count(*) as total from (${chosen}) s`, values)
  return rows[0]?.total ?? 0
}

/** Some records of a job, and how many are worked on together when nothing else is to be done. */
export interface Targets {
  ids: number[]
  batchSize: number
}

/** The records of a batch that come after some records; undefined after the last. */
export async function readTargets(
  db: Db,
  tenantId: number,
  jobId: number,
  rowsBefore: number,
): Promise<Targets | undefined> {
  const [targets] = await query<Targets>(
    db,
    `/*bulk.targets*/
    select record_ids[$3::bigint - rows_before + 1 :] as ids, cardinality(record_ids) as "batchSize"
    from bulk_target where tenant_id = $1 and job_id = $2 and rows_before <= $3 order by rows_before desc limit 1`,
    [tenantId, jobId, rowsBefore],
  )
  return targets?.ids.length ? targets : undefined
}
