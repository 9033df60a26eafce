import { bulkStates, type BulkCause, type BulkFindings } from '@steward/contracts/bulk'
import type { RowOutcome } from '@steward/contracts/plain/bulk-kind'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { storableJson } from '../../platform/db/storable.ts'
import { activeStates, unendedStates, type EndState } from './bulk.state.ts'

export type Counts = Record<RowOutcome, number>

export interface NewOptions {
  /** The API name of the picklist. */
  field: string
  values: string[]
}

/** Marks a job as being worked on. A preview that has not ended starts again, since what it has calculated is not kept. */
export async function beginJob(tx: Tx, tenantId: number, jobId: number, at: Date): Promise<void> {
  await query(
    tx,
    `update bulk_job set state = ${bulkStates.Processing}, started_at = coalesce(started_at, $3)
     where tenant_id = $1 and job_id = $2 and state = ${bulkStates.Submitted}`,
    [tenantId, jobId, at],
  )
  await query(
    tx,
    `update bulk_job set rows_read = 0, worked_ms = 0, created = 0, updated = 0, unchanged = 0, conflict = 0,
       refused = 0, new_options = '[]', new_parents = 0, causes = '[]', findings = '{}', missing_after = null
     where tenant_id = $1 and job_id = $2 and preview and state = ${bulkStates.Processing}`,
    [tenantId, jobId],
  )
  await query(
    tx,
    `delete from bulk_item i using bulk_job j
     where j.tenant_id = $1 and j.job_id = $2 and j.preview and j.state = ${bulkStates.Processing} and i.tenant_id = j.tenant_id and i.job_id = j.job_id`,
    [tenantId, jobId],
  )
}

export async function setHeader(
  db: Db,
  tenantId: number,
  jobId: number,
  header: readonly string[],
): Promise<void> {
  await query(db, 'update bulk_job set header = $3 where tenant_id = $1 and job_id = $2', [
    tenantId,
    jobId,
    header,
  ])
}

/**
 * Begins the transaction of a batch. It ends without waiting for the disk: records and progress are written
 * together, so a database that loses the last moments loses both, and the job does those rows again. The commit
 * that ends the job waits, and with it all before it are safe. And it waits for a lock for 5 seconds only: a
 * batch that is calculated ahead holds records while it waits in this process for the one before it, which the
 * database does not see when it looks for those who wait for each other.
 */
export async function beginBatch(tx: Tx): Promise<void> {
  await query(
    tx,
    `/*bulk.begin*/ select set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '5s', true)`,
  )
}

/** What one batch adds to a job. */
export interface Progress {
  rowsBefore: number
  rowsRead: number
  rowsTotal: number
  workedMs: number
  counts: Counts
  newOptions: readonly NewOptions[]
  newParents: number
  causes: readonly BulkCause[]
  findings: BulkFindings
  changeSetId: number | null
}

/**
 * Notes a batch. Answers whether someone asked to stop, or undefined if the job is no longer where
 * the caller left it: another runner has gone on with it.
 */
export async function noteProgress(
  tx: Tx,
  tenantId: number,
  jobId: number,
  progress: Progress,
): Promise<{ stop: boolean } | undefined> {
  const { counts } = progress
  const rows = await query<{ stop: boolean }>(
    tx,
    `/*bulk.progress*/ update bulk_job set rows_read = $4, rows_total = $5, worked_ms = worked_ms + $6,
       created = created + $7, updated = updated + $8, unchanged = unchanged + $9, conflict = conflict + $10,
       refused = refused + $11, new_options = $12, new_parents = new_parents + $13, change_set_id = $14,
       causes = $15, findings = $16, failing_since = null
     where tenant_id = $1 and job_id = $2 and rows_read = $3 and state = ${bulkStates.Processing}
     returning stop_requested as stop`,
    [
      tenantId,
      jobId,
      progress.rowsBefore,
      progress.rowsRead,
      progress.rowsTotal,
      Math.round(progress.workedMs),
      counts.create,
      counts.update,
      counts.unchanged,
      counts.conflict,
      counts.refused,
      JSON.stringify(progress.newOptions),
      progress.newParents,
      progress.changeSetId,
      storableJson(progress.causes),
      storableJson(progress.findings),
    ],
  )
  return rows[0]
}

/** Notes a batch of records that no row names; answers as `noteProgress` does. `from` is 0 before the first. */
export async function noteMissing(
  tx: Tx,
  tenantId: number,
  jobId: number,
  batch: { from: number; to: number; findings: BulkFindings; changeSetId: number | null },
): Promise<{ stop: boolean } | undefined> {
  const rows = await query<{ stop: boolean }>(
    tx,
    `/*bulk.missing*/ update bulk_job
     set missing_after = $4, findings = $5, change_set_id = coalesce($6, change_set_id), failing_since = null
     where tenant_id = $1 and job_id = $2 and coalesce(missing_after, 0) = $3 and state = ${bulkStates.Processing}
     returning stop_requested as stop`,
    [tenantId, jobId, batch.from, batch.to, storableJson(batch.findings), batch.changeSetId],
  )
  return rows[0]
}

export async function setRowsTotal(tx: Tx, tenantId: number, jobId: number, rows: number): Promise<void> {
  await query(tx, 'update bulk_job set rows_total = $3 where tenant_id = $1 and job_id = $2', [
    tenantId,
    jobId,
    rows,
  ])
}

/** Ends a job: completed, or stopped with what stopped it. The rows of JSON and the chosen records have served. */
export async function endJob(
  tx: Tx,
  tenantId: number,
  jobId: number,
  end: { state: EndState; failure: string | null; at: Date },
): Promise<void> {
  await query(
    tx,
    `update bulk_job set state = $3::smallint, failure = $4, finished_at = $5, rows = null,
       rows_total = case when $3::smallint = 40 then rows_read else rows_total end
     where tenant_id = $1 and job_id = $2`,
    [tenantId, jobId, end.state, end.failure, end.at],
  )
  await query(
    tx,
    `update bulk_job set state = ${bulkStates.Stopped}, finished_at = $3
     where tenant_id = $1 and bundle_id = $2 and state in (${unendedStates})`,
    [tenantId, jobId, end.at],
  )
  await query(tx, 'delete from bulk_target where tenant_id = $1 and job_id = $2', [tenantId, jobId])
}

/** Begins a preview of related files again: what its parts have calculated is not kept. */
export async function restartParts(tx: Tx, tenantId: number, jobId: number): Promise<void> {
  await query(
    tx,
    `update bulk_job set state = ${bulkStates.Submitted}, finished_at = null
     where tenant_id = $1 and bundle_id = $2 and preview`,
    [tenantId, jobId],
  )
}

/** Notes in a job what its parts have come to; its change set is that of the last. Rows count once, where a second part links them. */
export async function gatherParts(tx: Tx, tenantId: number, jobId: number): Promise<void> {
  await query(
    tx,
    `/*bulk.gather*/ update bulk_job j set rows_read = p.rows_read, rows_total = p.rows_total, worked_ms = p.worked_ms,
       created = p.created, updated = p.updated, unchanged = p.unchanged, conflict = p.conflict, refused = p.refused,
       change_set_id = p.change_set_id, failing_since = null
     from (select sum(rows_read) rows_read, sum(rows_total) rows_total, sum(worked_ms) worked_ms, sum(created) created,
         sum(updated) updated, sum(unchanged) unchanged, sum(conflict) conflict, sum(refused) refused,
         (select max(change_set_id) from bulk_job where tenant_id = $1 and bundle_id = $2) change_set_id
       from bulk_job where tenant_id = $1 and bundle_id = $2 and not links_rows) p
     where j.tenant_id = $1 and j.job_id = $2`,
    [tenantId, jobId],
  )
}

/** Notes that a job, or its undo, cannot go on for now. Gives since when it has not written anything. */
export async function noteFailing(db: Db, tenantId: number, jobId: number, at: Date): Promise<Date> {
  const rows = await query<{ since: Date }>(
    db,
    `update bulk_job set failing_since = coalesce(failing_since, $3) where tenant_id = $1 and job_id = $2
     returning failing_since as since`,
    [tenantId, jobId, at],
  )
  return rows[0]?.since ?? at
}

export async function requestStop(db: Db | Tx, tenantId: number, jobId: number): Promise<void> {
  await query(
    db,
    'update bulk_job set stop_requested = true where tenant_id = $1 and (job_id = $2 or bundle_id = $2)',
    [tenantId, jobId],
  )
}

/** Asks for an undo, whose place is after the jobs that there are. One that was stopped continues where it stands, and so do its parts. */
export async function requestUndo(tx: Tx, { tenantId, userId, via }: Actor, jobId: number): Promise<void> {
  await query(
    tx,
    `update bulk_job set undo_state = ${bulkStates.Submitted}, undo_user_id = $3, undo_via = $4, undo_failure = null, failing_since = null,
       undo_after = (select max(job_id) from bulk_job where tenant_id = $1)
     where tenant_id = $1 and (job_id = $2 or bundle_id = $2 and change_set_id is not null)
       and coalesce(undo_state, ${bulkStates.Stopped}) = ${bulkStates.Stopped}`,
    [tenantId, jobId, userId, via ? JSON.stringify(via) : null],
  )
}

/** Ends an undo that cannot go on; what went back by then stays so. */
export async function stopUndo(db: Db, tenantId: number, jobId: number, failure: string): Promise<void> {
  await query(
    db,
    `update bulk_job set undo_state = ${bulkStates.Stopped}, undo_failure = $3
     where tenant_id = $1 and (job_id = $2 or bundle_id = $2) and undo_state in (${activeStates})`,
    [tenantId, jobId, failure],
  )
}

/** Ends the undo of a job whose parts have gone back; gives what came of them together. */
export async function endUndo(
  tx: Tx,
  tenantId: number,
  jobId: number,
): Promise<{ undone: number; kept: number }> {
  const rows = await query<{ undone: number; kept: number }>(
    tx,
    `update bulk_job j set undo_state = ${bulkStates.Completed}, undone = p.undone, kept = p.kept
     from (select greatest(coalesce(sum(undone) filter (where not links_rows), 0),
         coalesce(sum(undone) filter (where links_rows), 0))::bigint undone, coalesce(sum(kept), 0)::bigint kept
       from bulk_job where tenant_id = $1 and bundle_id = $2) p
     where j.tenant_id = $1 and j.job_id = $2 returning j.undone, j.kept`,
    [tenantId, jobId],
  )
  return rows[0] ?? { undone: 0, kept: 0 }
}

/**
 * Notes a window of an undo; `to` is null after the last. False if the undo is no longer where the caller left
 * it: another runner has gone on with it.
 */
export async function noteUndo(
  tx: Tx,
  tenantId: number,
  jobId: number,
  window: {
    undone: number
    kept: number
    changeSetId: number | null
    from: { kind: number | null; recordId: number | null }
    to: { kind: number; recordId: number | null } | null
  },
): Promise<boolean> {
  const rows = await query(
    tx,
    `update bulk_job set undo_state = case when $6::smallint is null then ${bulkStates.Completed} else ${bulkStates.Processing} end, undone = undone + $3,
       kept = kept + $4, undo_change_set_id = $5, undo_kind = $6, undo_below = $7, failing_since = null
     where tenant_id = $1 and job_id = $2 and undo_state in (${activeStates})
       and (undo_kind, undo_below) is not distinct from ($8::smallint, $9::bigint)
     returning job_id`,
    [
      tenantId,
      jobId,
      window.undone,
      window.kept,
      window.changeSetId,
      window.to?.kind ?? null,
      window.to?.recordId ?? null,
      window.from.kind,
      window.from.recordId,
    ],
  )
  return rows.length === 1
}
