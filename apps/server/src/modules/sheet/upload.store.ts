import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { KeptUpload, Piece } from './upload.keeping.ts'

export interface UploadRow {
  uploadId: string
  userId: number
  fileName: string
  size: number
  /** Bytes that are safely on the disk. */
  received: number
  /** Its parts in the bucket, in their order; none where it lies in the data folder. */
  pieces: readonly Piece[]
}

const columns = 'upload_id "uploadId", user_id "userId", file_name "fileName", size, received, pieces'

export async function insertUpload(
  db: Db,
  tenantId: number,
  upload: Omit<UploadRow, 'received' | 'pieces'> & { createdAt: Date },
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

/** The parts of an upload, anyone who's it is. */
export async function findPieces(db: Db, tenantId: number, uploadId: string): Promise<readonly Piece[]> {
  const rows = await query<{ pieces: Piece[] }>(
    db,
    'select pieces from upload where tenant_id = $1 and upload_id = $2',
    [tenantId, uploadId],
  )
  return rows[0]?.pieces ?? []
}

/** Moves the mark on by what was received, if it is still where the writer began. */
export async function moveReceived(
  db: Db,
  tenantId: number,
  uploadId: string,
  { from, to, piece }: { from: number; to: number; piece: Piece | null },
): Promise<UploadRow | undefined> {
  const rows = await query<UploadRow>(
    db,
    `update upload set received = $4, pieces = pieces || $5::jsonb
     where tenant_id = $1 and upload_id = $2 and received = $3 returning ${columns}`,
    [tenantId, uploadId, from, to, JSON.stringify(piece === null ? [] : [piece])],
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

/** Keeps everyone else from referring to uploads until the transaction ends; answers those that are there. */
export function lockUploads(tx: Tx, tenantId: number, uploadIds: readonly string[]): Promise<KeptUpload[]> {
  return query<KeptUpload>(
    tx,
    `select upload_id "uploadId", pieces from upload
     where tenant_id = $1 and upload_id = any($2::uuid[]) order by 1 for update`,
    [tenantId, uploadIds],
  )
}

export async function deleteUploads(tx: Tx, tenantId: number, uploadIds: readonly string[]): Promise<void> {
  await query(tx, 'delete from upload where tenant_id = $1 and upload_id = any($2::uuid[])', [
    tenantId,
    uploadIds,
  ])
}
