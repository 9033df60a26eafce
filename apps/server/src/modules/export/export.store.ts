import type { ExportFormat, ExportState, StartExport } from '@steward/contracts/export'
import type { LevelId } from '@steward/contracts/level'
import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface ExportRow {
  exportId: number
  userId: number
  level: LevelId
  format: ExportFormat
  request: StartExport
  state: ExportState
  stopRequested: boolean
  fileName: string
  rowsDone: number
  rowsTotal: number | null
  size: number | null
  /** Whether the file lies in the bucket, and not in the data folder. */
  inBucket: boolean
  note: string | null
  failure: string | null
  createdAt: Date
  finishedAt: Date | null
}

const columns = `export_id "exportId", user_id "userId", level, format, request, state,
  stop_requested "stopRequested", file_name "fileName", rows_done "rowsDone", rows_total "rowsTotal", size, in_bucket "inBucket", note,
  failure, created_at "createdAt", finished_at "finishedAt"`

export async function insertExport(
  tx: Tx,
  tenantId: number,
  job: Pick<ExportRow, 'userId' | 'level' | 'format' | 'request' | 'fileName' | 'createdAt'>,
): Promise<ExportRow> {
  const rows = await query<ExportRow>(
    tx,
    `insert into export (tenant_id, user_id, level, format, request, file_name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [tenantId, job.userId, job.level, job.format, JSON.stringify(job.request), job.fileName, job.createdAt],
  )
  return rows[0] as ExportRow
}

export async function findExport(
  db: Db | Tx,
  tenantId: number,
  exportId: number,
): Promise<ExportRow | undefined> {
  const rows = await query<ExportRow>(
    db,
    `select ${columns} from export where tenant_id = $1 and export_id = $2`,
    [tenantId, exportId],
  )
  return rows[0]
}

/** The exports of a user, the newest first. */
export function listExports(db: Db, tenantId: number, userId: number): Promise<ExportRow[]> {
  return query<ExportRow>(
    db,
    `select ${columns} from export where tenant_id = $1 and user_id = $2 order by export_id desc limit 200`,
    [tenantId, userId],
  )
}

/** How many exports of a user wait or are written. Others of the user wait here until the transaction ends. */
export async function countUnfinished(tx: Tx, tenantId: number, userId: number): Promise<number> {
  await query(tx, 'select from app_user where tenant_id = $1 and user_id = $2 for no key update', [
    tenantId,
    userId,
  ])
  const rows = await query<{ n: number }>(
    tx,
    `select count(*) as n from export
     where tenant_id = $1 and user_id = $2 and state in ('waiting', 'running')`,
    [tenantId, userId],
  )
  return rows[0]?.n ?? 0
}

/** Takes an export up from its beginning, unless it is to stop; undefined where there is nothing left to do. */
export async function beginExport(
  db: Db,
  tenantId: number,
  exportId: number,
  writer: string,
): Promise<ExportRow | undefined> {
  const rows = await query<ExportRow>(
    db,
    `update export set state = 'running', writer = $3,
       rows_done = case when stop_requested then rows_done else 0 end,
       rows_total = case when stop_requested then rows_total end
     where tenant_id = $1 and export_id = $2 and state in ('waiting', 'running') returning ${columns}`,
    [tenantId, exportId, writer],
  )
  return rows[0]
}

/** Notes how far a writer is; undefined where another has taken over. */
export async function noteRows(
  db: Db,
  tenantId: number,
  exportId: number,
  writer: string,
  rows: { done: number; total: number },
): Promise<{ stopRequested: boolean } | undefined> {
  const found = await query<{ stopRequested: boolean }>(
    db,
    `update export set rows_done = $4, rows_total = $5
     where tenant_id = $1 and export_id = $2 and writer = $3 and state = 'running'
     returning stop_requested "stopRequested"`,
    [tenantId, exportId, writer, rows.done, rows.total],
  )
  return found[0]
}

export interface ExportEnd {
  state: 'stopped' | 'ready'
  size?: number
  inBucket?: boolean
  note?: string | null
  failure?: string
  at: Date
}

/** Ends an export, if this writer still has it. Returns whether it did. */
export async function endExport(
  db: Db | Tx,
  tenantId: number,
  exportId: number,
  writer: string,
  end: ExportEnd,
): Promise<boolean> {
  const rows = await query(
    db,
    `update export set state = $4, size = $5, note = $6, failure = $7, finished_at = $8, in_bucket = $9
     where tenant_id = $1 and export_id = $2 and writer = $3 and state = 'running' returning 1 as ended`,
    [
      tenantId,
      exportId,
      writer,
      end.state,
      end.size ?? null,
      end.note ?? null,
      end.failure ?? null,
      end.at,
      end.inBucket ?? false,
    ],
  )
  return rows.length > 0
}

/** Gives an export back that cannot go on for now: it waits for its next attempt, and until then ends at once when asked to. */
export async function leaveExport(
  db: Db,
  tenantId: number,
  exportId: number,
  writer: string,
  at: Date,
): Promise<void> {
  await query(
    db,
    `update export set state = case when stop_requested then 'stopped' else 'waiting' end,
       finished_at = case when stop_requested then $4::timestamptz end
     where tenant_id = $1 and export_id = $2 and writer = $3 and state = 'running'`,
    [tenantId, exportId, writer, at],
  )
}

/** Asks for an end; one that still waits ends at once. */
export async function stopExport(db: Db, tenantId: number, exportId: number, at: Date): Promise<void> {
  await query(
    db,
    `update export set stop_requested = true,
       finished_at = case when state = 'waiting' then $3::timestamptz else finished_at end,
       state = case when state = 'waiting' then 'stopped' else state end
     where tenant_id = $1 and export_id = $2 and state in ('waiting', 'running')`,
    [tenantId, exportId, at],
  )
}

export interface ExportKey {
  tenantId: number
  exportId: number
}

const keyColumns = 'tenant_id "tenantId", export_id "exportId"'

/** Exports of every tenant that wait or are written. */
export async function listUnfinished(anonymous: pg.Pool): Promise<ExportKey[]> {
  const { rows } = await anonymous.query<ExportKey>(`select ${keyColumns} from list_unfinished_exports()`)
  return rows
}

/** Exports of every tenant from before a time. */
export async function listOld(anonymous: pg.Pool, before: Date): Promise<ExportKey[]> {
  const { rows } = await anonymous.query<ExportKey>(`select ${keyColumns} from list_old_exports($1)`, [
    before,
  ])
  return rows
}

export async function deleteExport(db: Db | Tx, { tenantId, exportId }: ExportKey): Promise<void> {
  await query(db, 'delete from export where tenant_id = $1 and export_id = $2', [tenantId, exportId])
}
