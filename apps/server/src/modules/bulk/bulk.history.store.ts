import { bulkStates } from '@steward/contracts/bulk'
import { mappingChoicesSchema, type ImportConfig, type MappingChoices } from '@steward/contracts/sheet'
import type { EarlierImports } from '../sheet/index.ts'
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
  jobId: number
  finishedAt: Date
  fileName: string
  header: string[]
  config: ImportConfig
}

/** All columns of an earlier file. New options are asked for again, and records that a file lacks stay as they are. */
function choicesOf({ header, config }: EarlierImport): MappingChoices {
  const mapped = config.columns.map(({ column, ...rest }) => ({
    ...rest,
    header: header[column] ?? '',
    createOptions: false,
  }))
  const known = new Set(mapped.map((one) => one.header))
  const left = header.filter((name) => !known.has(name)).map((name) => ({ header: name, target: null }))
  return mappingChoicesSchema.parse({
    ...config,
    columns: [...mapped, ...left],
    missingRecords: 'leave',
    missingValues: {},
  })
}

/** Earlier imports of files that had no other columns than this file, and the mapping of the latest. */
export async function findEarlierImports(
  db: Db,
  tenantId: number,
  /** Of one user, or of all. */
  userId: number | undefined,
  { level, headers }: { level: LevelId; headers: readonly string[] },
): Promise<EarlierImports> {
  const jobs = await query<EarlierImport>(
    db,
    `select job_id "jobId", file_name "fileName", finished_at "finishedAt", header, config from bulk_job
     where tenant_id = $1 and level = $2 and ($3::bigint is null or user_id = $3)
       and not preview and mass is null and upload_id is not null
       and not is_bundle and not links_rows and state = ${bulkStates.Completed} and undo_state is null
     order by job_id desc limit ${mostJobs}`,
    [tenantId, level, userId ?? null],
  )
  const present = new Set(headers)
  const same = jobs.filter(({ header }) => header.length > 0 && header.every((name) => present.has(name)))
  const [last] = same
  return {
    mapping: last ? { fileName: last.fileName, choices: choicesOf(last) } : null,
    imports: same.map(({ jobId, fileName, finishedAt }) => ({
      jobId,
      fileName,
      finishedAt: finishedAt.toISOString(),
    })),
  }
}

/** The change sets of some imports of one user, or of all, without those that were undone. */
export async function listImportSets(
  db: Db,
  tenantId: number,
  userId: number | undefined,
  jobIds: readonly number[],
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `select change_set_id as id from bulk_job
     where tenant_id = $1 and job_id = any($2::bigint[]) and ($3::bigint is null or user_id = $3)
       and change_set_id is not null and not preview and undo_state is null`,
    [tenantId, jobIds, userId ?? null],
  )
  return rows.map(({ id }) => id)
}
