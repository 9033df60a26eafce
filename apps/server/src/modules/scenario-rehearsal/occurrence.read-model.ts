import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** Something that happened to a record, besides changes of its values. */
export interface Occurrence {
  recordId: number
  at: Date
}

/** The completions of tasks of records in a time, in their order. */
export function listCompletions(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
  { from, until }: { from: Date; until: Date },
): Promise<Occurrence[]> {
  return query<Occurrence>(
    db,
    `/*scenario_rehearsal.completions*/ select record_id as "recordId", completed_at as at from task
     where tenant_id = $1 and record_id = any($2::bigint[]) and completed_at between $3 and $4
     order by completed_at, task_id`,
    [tenantId, recordIds, from, until],
  )
}
