import type { FileBrief } from '@steward/contracts/timeline'
import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface FileRow extends FileBrief {
  uid: string
  createdBy: number | null
  createdAt: Date
  /** Whether nothing holds it. */
  free: boolean
}

const columns = `file_id "fileId", file_uid uid, name, media_type "mediaType", size::float8 size,
  created_by "createdBy", created_at "createdAt", free_since is not null free`

interface NewFile {
  uid: string
  name: string
  source: string
  by: number | null
  at: Date
}

/** Writes a file down before its bytes come; it is not found until they are there. */
export async function insertFile(db: Db, tenantId: number, file: NewFile): Promise<number> {
  const [row] = await query<{ fileId: number }>(
    db,
    `insert into stored_file (tenant_id, file_uid, name, source, created_by, created_at, free_since)
     values ($1, $2, $3, $4, $5, $6, $6) returning file_id "fileId"`,
    [tenantId, file.uid, file.name, file.source, file.by, file.at],
  )
  return (row as { fileId: number }).fileId
}

export async function completeFile(
  tx: Tx,
  tenantId: number,
  fileId: number,
  { mediaType, size, sha256 }: { mediaType: string; size: number; sha256: Buffer },
): Promise<void> {
  await query(
    tx,
    'update stored_file set media_type = $3, size = $4, sha256 = $5 where tenant_id = $1 and file_id = $2',
    [tenantId, fileId, mediaType, size, sha256],
  )
}

/** Files whose bytes are there. */
export async function findFiles(
  db: Db | Tx,
  tenantId: number,
  fileIds: readonly number[],
): Promise<FileRow[]> {
  return query(
    db,
    `/*file.find*/ select ${columns} from stored_file
     where tenant_id = $1 and file_id = any($2::bigint[]) and sha256 is not null`,
    [tenantId, fileIds],
  )
}

/** The same, which no one takes away until the transaction ends. */
export async function lockFiles(tx: Tx, tenantId: number, fileIds: readonly number[]): Promise<FileRow[]> {
  return query(
    tx,
    `select ${columns} from stored_file
     where tenant_id = $1 and file_id = any($2::bigint[]) and sha256 is not null
     order by file_id for no key update`,
    [tenantId, fileIds],
  )
}

/** Holds files, or lets them go from a moment on. */
export async function markFiles(
  db: Db | Tx,
  tenantId: number,
  fileIds: readonly number[],
  freeSince: Date | null,
): Promise<void> {
  await query(
    db,
    `update stored_file set free_since = $3
     where tenant_id = $1 and file_id = any($2::bigint[]) and free_since is distinct from $3`,
    [tenantId, fileIds, freeSince],
  )
}

/** Files of every tenant that nothing has held since a time, or whose bytes never came. */
export async function listFreeFiles(
  pool: pg.Pool,
  before: Date,
  most: number,
): Promise<{ tenantId: number; fileId: number; uid: string }[]> {
  const { rows } = await pool.query<{ tenantId: number; fileId: number; uid: string }>(
    'select tenant_id "tenantId", file_id "fileId", file_uid uid from list_free_files($1, $2)',
    [before, most],
  )
  return rows
}

/**
 * Deletes a file that has been free since before a time; undefined when it has been used since. Throws a
 * foreign key violation where something uses it.
 */
export async function deleteFreeFile(
  tx: Db | Tx,
  tenantId: number,
  fileId: number,
  before: Date,
): Promise<{ wasComplete: boolean } | undefined> {
  const [row] = await query<{ wasComplete: boolean }>(
    tx,
    `delete from stored_file where tenant_id = $1 and file_id = $2 and free_since < $3
     returning sha256 is not null as "wasComplete"`,
    [tenantId, fileId, before],
  )
  return row
}
