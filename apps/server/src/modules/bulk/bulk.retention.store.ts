import { bulkStates } from '@steward/contracts/bulk'
import { query, transact, type Db, type Tx } from '../../platform/db/database.ts'
import { endedStates } from './bulk.state.ts'

/** Jobs that are forgotten at once; each has up to some ten thousands of items. */
const most = 20
const children = ['bulk_item', 'bulk_kept', 'bulk_target']

/** Jobs that ended before a time, and whose undo is not at work. */
function listEnded(tx: Tx, tenantId: number, before: Date): Promise<{ id: number }[]> {
  return query(
    tx,
    `select job_id as id from bulk_job
     where tenant_id = $1 and bundle_id is null and coalesce(finished_at, created_at) < $2 and state in (${endedStates})
       and coalesce(undo_state, ${bulkStates.Completed}) in (${endedStates})
     order by job_id limit ${most} for update skip locked`,
    [tenantId, before],
  )
}

async function listPartIds(tx: Tx, tenantId: number, jobIds: readonly number[]): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    'select job_id as id from bulk_job where tenant_id = $1 and bundle_id = any($2::bigint[])',
    [tenantId, jobIds],
  )
  return rows.map(({ id }) => id)
}

/** Forgets imports and bulk updates that ended before a time; what they did stays. Gives how many. */
export function forgetJobs(db: Db, tenantId: number, before: Date): Promise<number> {
  return transact(db, async (tx) => {
    const ended = (await listEnded(tx, tenantId, before)).map(({ id }) => id)
    if (ended.length === 0) return 0
    const ids = [...ended, ...(await listPartIds(tx, tenantId, ended))]
    for (const table of [...children, 'bulk_job']) {
      await query(tx, `delete from ${table} where tenant_id = $1 and job_id = any($2::bigint[])`, [
        tenantId,
        ids,
      ])
    }
    return ended.length
  })
}
