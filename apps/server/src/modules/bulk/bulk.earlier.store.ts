import { bulkStates } from '@steward/contracts/bulk'
import type { ImportConfig } from '@steward/contracts/sheet'
import type { LevelId } from '@steward/contracts/level'
import { query, type Db } from '../../platform/db/database.ts'

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
