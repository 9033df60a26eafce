import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface UploadRow {
  uploadId: string
  userId: number
  fileName: string
  size: number
  /** Bytes that are safely on the disk. */
  received: number
}

const columns = 'upload_id "uploadId", user_id "userId", file_name "fileName", size, received'

export async function insertUpload(
  db: Db,
  tenantId: number,
  upload: Omit<UploadRow, 'received'> & { createdAt: Date },
): Promise<UploadRow> {
  const rows = await query<UploadRow>(
    db,
    `insert into upload (tenant_id, upload_id, user_id, file_name, size, created_at)
     values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
    [tenantId, upload.uploadId, upload.userId, upload.fileName, upload.size, upload.createdAt],
  )
  return rows[0] as UploadRow
}

/** An upload, if it is that user's. */
export async function findUpload(
  db: Db,
  tenantId: number,
  userId: number,
  uploadId: string,
): Promise<UploadRow | undefined> {
  const rows = await query<UploadRow>(
    db,
    `select ${columns} from upload where tenant_id = $1 and user_id = $2 and upload_id = $3`,
    [tenantId, userId, uploadId],
  )
  return rows[0]
}

/** Moves the mark on, if it is still where the writer began. */
export async function moveReceived(
  db: Db,
  tenantId: number,
  uploadId: string,
  from: number,
  to: number,
): Promise<UploadRow | undefined> {
  const rows = await query<UploadRow>(
    db,
    `update upload set received = $4 where tenant_id = $1 and upload_id = $2 and received = $3
     returning ${columns}`,
    [tenantId, uploadId, from, to],
  )
  return rows[0]
}

/** Uploads of every tenant that were announced before a time. */
export async function listOldUploads(
  pool: pg.Pool,
  before: Date,
): Promise<{ tenantId: number; uploadId: string }[]> {
  const { rows } = await pool.query<{ tenantId: number; uploadId: string }>(
    'select tenant_id "tenantId", upload_id "uploadId" from list_old_uploads($1)',
    [before],
  )
  return rows
}

/** Keeps everybody else from referring to uploads until the transaction ends; answers those that are there. */
export async function lockUploads(tx: Tx, tenantId: number, uploadIds: readonly string[]): Promise<string[]> {
  const rows = await query<{ id: string }>(
    tx,
    'select upload_id id from upload where tenant_id = $1 and upload_id = any($2::uuid[]) order by 1 for update',
    [tenantId, uploadIds],
  )
  return rows.map(({ id }) => id)
}

export async function deleteUploads(tx: Tx, tenantId: number, uploadIds: readonly string[]): Promise<void> {
  await query(tx, 'delete from upload where tenant_id = $1 and upload_id = any($2::uuid[])', [
    tenantId,
    uploadIds,
  ])
}
