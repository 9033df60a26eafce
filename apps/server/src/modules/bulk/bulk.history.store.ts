import { bulkStates } from '@steward/contracts/bulk'
import type { ImportConfig } from '@steward/contracts/sheet'
import type { LevelId } from '@steward/contracts/level'
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

/** Enough to find last month's version of a file among the imports since. */
const mostJobs = 20

interface EarlierImport {
  header: string[]
  columns: ImportConfig['columns']
}

/** The field of each header that one column alone fills; columns that are joined are recognized by their words. */
function fieldsOf({ header, columns }: EarlierImport): Map<string, string> {
  const byTarget = Map.groupBy(columns, ({ target }) => target)
  const fields = new Map<string, string>()
  for (const [target, [first, ...more]] of byTarget) {
    const name = first && header[first.column]
    if (target !== null && name !== undefined && more.length === 0 && !fields.has(name))
      fields.set(name, target)
  }
  return fields
}

/** The fields that the headers of a file went to in the last import of a file with these columns, and perhaps fewer. */
export async function findEarlierFields(
  db: Db,
  tenantId: number,
  level: LevelId,
  headers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const jobs = await query<EarlierImport>(
    db,
    `select header, config -> 'columns' columns from bulk_job
     where tenant_id = $1 and level = $2 and not preview and mass is null and upload_id is not null
       and state = ${bulkStates.Completed} and undo_state is null
     order by job_id desc limit ${mostJobs}`,
    [tenantId, level],
  )
  const present = new Set(headers)
  const same = jobs.find(({ header }) => header.length > 0 && header.every((name) => present.has(name)))
  return same ? fieldsOf(same) : new Map()
}
