import { bulkStates, type BulkCause, type BulkFindings } from '@steward/contracts/bulk'
import type { ImportConfig } from '@steward/contracts/sheet'
import type { LevelId } from '@steward/contracts/level'
import type { BulkUpdateChange } from '@steward/contracts/bulk-update'
import type pg from 'pg'
import type { Via } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { NewOptions } from './bulk-progress.store.ts'
import { activeStates, endedStates, unendedStates, type BulkState } from './bulk.state.ts'

/** What a bulk update of chosen records does, and the words that name it. */
export interface UpdateSpec {
  change: BulkUpdateChange
  label: string
}

/** A job as the table holds it, without the rows that came in JSON. */
export interface JobRow {
  jobId: number
  userId: number
  /** Through what it was started; null for a person in the app. */
  via: Via | null
  type: 10 | 20 | 30
  state: BulkState
  preview: boolean
  level: LevelId
  uploadId: string | null
  fileName: string | null
  config: ImportConfig
  /** Null for an import, and for an update whose rows came one by one. */
  bulkUpdate: UpdateSpec | null
  header: string[]
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  rowsRead: number
  rowsTotal: number | null
  /** Exact, where an earlier job has read the file to its end. */
  rowsInFile: number | null
  workedMs: number
  created: number
  updated: number
  unchanged: number
  conflict: number
  refused: number
  newOptions: NewOptions[]
  newParents: number
  causes: BulkCause[]
  /** Empty before the first batch. */
  findings: Partial<BulkFindings>
  /** The last record that the file lacks and that the job has dealt with. */
  missingAfter: number | null
  failure: string | null
  stopRequested: boolean
  changeSetId: number | null
  undoState: Exclude<BulkState, typeof bulkStates.Submitting> | null
  undoFailure: string | null
  undoUserId: number | null
  undoVia: Via | null
  undoChangeSetId: number | null
  /** What the undo is at: 2 values that were changed, 1 records that were created; null before it begins. */
  undoKind: 1 | 2 | null
  undoBelow: number | null
  undone: number
  kept: number
  /** Whether it runs parts, which are jobs of their own. */
  isBundle: boolean
  /** The job that runs it. */
  bundleId: number | null
  /** Whether it fills the fields by which rows of its file name one another. */
  linksRows: boolean
}

/** With what jobs of earlier releases do not say. */
const config = `'{"changedParents": "move", "missingRecords": "leave", "missingValues": {}, "newFields": []}'::jsonb || config as config`

const columns = `job_id "jobId", user_id "userId", via, type, state, preview, level, upload_id "uploadId",
  file_name "fileName", ${config}, mass "bulkUpdate", header, created_at "createdAt", started_at "startedAt", finished_at "finishedAt",
  rows_read "rowsRead", rows_total "rowsTotal", rows_in_file "rowsInFile", worked_ms "workedMs", created, updated, unchanged, conflict, refused,
  new_options "newOptions", new_parents "newParents", causes, findings, missing_after "missingAfter", failure, stop_requested "stopRequested",
  change_set_id "changeSetId", undo_state "undoState", undo_failure "undoFailure", undo_user_id "undoUserId", undo_via "undoVia",
  undo_change_set_id "undoChangeSetId", undo_kind "undoKind", undo_below "undoBelow", undone, kept, is_bundle "isBundle", bundle_id "bundleId", links_rows "linksRows"`

export interface NewJob {
  userId: number
  via: Via | null
  type: 10 | 20 | 30
  preview: boolean
  level: LevelId
  uploadId: string | null
  /** As reading the whole file for suggestions found. */
  rowsInFile?: number | null
  fileName: string | null
  config: ImportConfig
  rows: readonly Record<string, unknown>[] | null
  bulkUpdate?: UpdateSpec
  isBundle?: boolean
  bundleId?: number
  linksRows?: boolean
  createdAt: Date
}

/** How many rows an upload has, as an earlier job found that read it in the same way; null where none has. */
async function countRowsInFile(
  tx: Tx,
  tenantId: number,
  job: Pick<NewJob, 'uploadId' | 'config'>,
): Promise<number | null> {
  if (job.uploadId === null) return null
  const rows = await query<{ rowsTotal: number | null }>(
    tx,
    `/*bulk.rows_in_file*/ select rows_total "rowsTotal" from bulk_job
     where tenant_id = $1 and upload_id = $2 and state = ${bulkStates.Completed}
       and config->'settings' is not distinct from $3::jsonb->'settings'
     order by job_id desc limit 1`,
    [tenantId, job.uploadId, JSON.stringify(job.config)],
  )
  return rows[0]?.rowsTotal ?? null
}

export async function insertJob(tx: Tx, tenantId: number, job: NewJob): Promise<JobRow> {
  const rowsInFile = job.rowsInFile ?? (await countRowsInFile(tx, tenantId, job))
  const rows = await query<JobRow>(
    tx,
    `/*bulk.insert*/ insert into bulk_job
       (tenant_id, user_id, type, state, preview, level, upload_id, file_name, config, rows, created_at, mass,
        via, is_bundle, bundle_id, links_rows, rows_in_file)
     values ($1, $2, $3, ${bulkStates.Submitted}, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning ${columns}`,
    [
      tenantId,
      job.userId,
      job.type,
      job.preview,
      job.level,
      job.uploadId,
      job.fileName,
      JSON.stringify(job.config),
      job.rows === null ? null : JSON.stringify(job.rows),
      job.createdAt,
      job.bulkUpdate ? JSON.stringify(job.bulkUpdate) : null,
      job.via ? JSON.stringify(job.via) : null,
      job.isBundle ?? false,
      job.bundleId ?? null,
      job.linksRows ?? false,
      rowsInFile,
    ],
  )
  return rows[0] as JobRow
}

/** The parts of some jobs, in the order in which they run. */
export function listParts(db: Db | Tx, tenantId: number, jobIds: readonly number[]): Promise<JobRow[]> {
  return query<JobRow>(
    db,
    `/*bulk.parts*/ select ${columns} from bulk_job
     where tenant_id = $1 and bundle_id = any($2::bigint[]) order by job_id`,
    [tenantId, jobIds],
  )
}

/** A job; with `userId` only if that user started it. */
export async function findJob(
  db: Db | Tx,
  tenantId: number,
  jobId: number,
  options: { userId?: number | undefined; lock?: boolean } = {},
): Promise<JobRow | undefined> {
  const rows = await query<JobRow>(
    db,
    `select ${columns} from bulk_job
     where tenant_id = $1 and job_id = $2 and ($3::int is null or user_id = $3) ${options.lock ? 'for update' : ''}`,
    [tenantId, jobId, options.userId ?? null],
  )
  return rows[0]
}

/** The rows that came with the job in JSON. */
export async function readJobRows(
  db: Db,
  tenantId: number,
  jobId: number,
): Promise<Record<string, unknown>[]> {
  const rows = await query<{ rows: Record<string, unknown>[] | null }>(
    db,
    'select rows from bulk_job where tenant_id = $1 and job_id = $2',
    [tenantId, jobId],
  )
  return rows[0]?.rows ?? []
}

/** Jobs that write, newest first. */
export function listJobs(
  db: Db,
  tenantId: number,
  userId: number | undefined,
  page: { page: number; pageSize: number },
): Promise<(JobRow & { total: number })[]> {
  return query(
    db,
    `/*bulk.history*/ select ${columns}, count(*) over () as total from bulk_job
     where tenant_id = $1 and not preview and bundle_id is null and ($2::int is null or user_id = $2)
     order by job_id desc limit $3 offset $4`,
    [tenantId, userId ?? null, page.pageSize, (page.page - 1) * page.pageSize],
  )
}

/** The jobs that ended in a time, in the order in which they did. */
export function listEnded(
  db: Db,
  tenantId: number,
  { from, to }: { from: Date; to: Date },
): Promise<JobRow[]> {
  return query(
    db,
    `/*bulk.ended*/ select ${columns} from bulk_job
     where tenant_id = $1 and not preview and bundle_id is null and finished_at >= $2 and finished_at < $3
     order by finished_at, job_id limit 1000`,
    [tenantId, from, to],
  )
}

/**
 * Whether a job, or the undo of one, that has not ended writes into a change set or undoes it; or an undo of it
 * was stopped halfway, and has the rest still to do.
 */
export async function findWriter(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
): Promise<'at work' | 'stopped' | undefined> {
  const rows = await query<{ isStopped: boolean }>(
    tx,
    `select coalesce(undo_state = ${bulkStates.Stopped}, false) as "isStopped" from bulk_job
     where tenant_id = $1 and (change_set_id = $2 and (state in (${unendedStates}) or undo_state in (${activeStates}, ${bulkStates.Stopped}))
       or undo_change_set_id = $2 and undo_state in (${activeStates}, ${bulkStates.Stopped}))`,
    [tenantId, changeSetId],
  )
  const [found] = rows
  return found && (found.isStopped ? 'stopped' : 'at work')
}

/** The job of a tenant that writes next, or writes: the oldest, where an undo is as old as the wish for it. */
export async function findFirstInLine(db: Db, tenantId: number): Promise<number | undefined> {
  const rows = await query<{ jobId: number }>(
    db,
    `/*bulk.line*/ select job_id "jobId" from bulk_job
     where tenant_id = $1 and bundle_id is null
       and ((not preview and state in (${activeStates})) or undo_state in (${activeStates}))
     order by case when state in (${activeStates}) then job_id else coalesce(undo_after, job_id) end,
       state in (${endedStates}), job_id
     limit 1`,
    [tenantId],
  )
  return rows[0]?.jobId
}

/** Jobs of every tenant that have not ended. */
export async function listUnfinished(pool: pg.Pool): Promise<{ tenantId: number; jobId: number }[]> {
  const { rows } = await pool.query<{ tenantId: number; jobId: number }>(
    'select tenant_id "tenantId", job_id "jobId" from list_unfinished_bulk_jobs()',
  )
  return rows
}

/** Which of these uploads belong to jobs that have not ended. */
export async function findNeededUploads(
  tx: Tx,
  tenantId: number,
  uploadIds: readonly string[],
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    tx,
    `select distinct upload_id id from bulk_job
     where tenant_id = $1 and upload_id = any($2::uuid[]) and state in (${unendedStates})`,
    [tenantId, uploadIds],
  )
  return rows.map(({ id }) => id)
}
