import type { ImageType } from '@steward/contracts/plain/stored-file'
import type pg from 'pg'
import { query, type Tx } from '../../platform/db/database.ts'

export interface NewImage {
  imageUid: string
  mediaType: ImageType
  /** Bytes. */
  size: number
  width: number
  height: number
  /** null: Steward fetched it. */
  createdBy: number | null
  createdAt: Date
}

export async function insertImage(tx: Tx, tenantId: number, image: NewImage): Promise<void> {
  await query(
    tx,
    `insert into image (tenant_id, image_uid, media_type, size, width, height, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tenantId,
      image.imageUid,
      image.mediaType,
      image.size,
      image.width,
      image.height,
      image.createdBy,
      image.createdAt,
    ],
  )
}

/** A picture of whichever tenant: who has its id may see it. */
export async function findImage(
  pool: pg.Pool,
  imageUid: string,
): Promise<{ tenantId: number; mediaType: string } | undefined> {
  const { rows } = await pool.query<{ tenantId: number; mediaType: string }>(
    'select tenant_id "tenantId", media_type "mediaType" from find_image($1)',
    [imageUid],
  )
  return rows[0]
}

/** Pictures of every tenant that were stored before a time and that no one shows. */
export async function listUnusedImages(
  pool: pg.Pool,
  before: Date,
): Promise<{ tenantId: number; imageUid: string }[]> {
  const { rows } = await pool.query<{ tenantId: number; imageUid: string }>(
    'select tenant_id "tenantId", image_uid "imageUid" from list_unused_images($1)',
    [before],
  )
  return rows
}

/** Keeps pictures for good: texts that show them may be read again at any time. */
export async function keepImages(tx: Tx, tenantId: number, imageUids: readonly string[]): Promise<void> {
  await query(
    tx,
    'update image set kept = true where tenant_id = $1 and image_uid = any($2::text[]) and not kept',
    [tenantId, imageUids],
  )
}

/** Throws a foreign key violation where someone has begun to show it. */
export async function deleteImage(tx: Tx, tenantId: number, imageUid: string): Promise<void> {
  await query(tx, 'delete from image where tenant_id = $1 and image_uid = $2', [tenantId, imageUid])
}
