import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** The import whose rows name records. */
export interface SeenBy {
  tenantId: number
  jobId: number
}

export async function noteSeen(
  tx: Tx,
  { tenantId, jobId }: SeenBy,
  recordIds: readonly number[],
): Promise<void> {
  if (recordIds.length === 0) return
  await query(
    tx,
    `/*import.seen*/ insert into import_seen (tenant_id, job_id, record_id)
     select distinct $1::int, $2::bigint, s.id from unnest($3::bigint[]) s(id) on conflict do nothing`,
    [tenantId, jobId, recordIds],
  )
}

/** The records that may be missing, as SQL with a `record_id`; with change sets, those that these have changed. */
interface Candidates {
  sql: string
  changeSets: readonly number[] | null
}

/** The next of some records that no row names, in the order of their ids. */
export async function findUnseen(
  db: Db | Tx,
  { tenantId, jobId }: SeenBy,
  { sql, changeSets }: Candidates,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `/*import.unseen*/ select r.record_id as id from (${sql}) r
     where r.record_id > $3::bigint and not exists (
       select from import_seen s where s.tenant_id = $1 and s.job_id = $2 and s.record_id = r.record_id)
       and ($5::bigint[] is null or exists (select from changed_record c
         where c.tenant_id = $1 and c.change_set_id = any($5::bigint[]) and c.record_id = r.record_id))
     order by r.record_id limit $4`,
    [tenantId, jobId, after, limit, changeSets],
  )
  return rows.map(({ id }) => id)
}

/** Forgets what the rows of an import have named: it has ended, or begins again. */
export async function forgetSeen(db: Db | Tx, { tenantId, jobId }: SeenBy): Promise<void> {
  await query(db, 'delete from import_seen where tenant_id = $1 and job_id = $2', [tenantId, jobId])
}
