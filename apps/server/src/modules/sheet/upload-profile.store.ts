import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { storableJson } from '../../platform/db/storable.ts'
import type { TableProfile } from '../../platform/tabular/index.ts'

/** The progress of reading a whole upload, and its result. */
export interface ProfileState {
  /** The settings that it is read with, as text. */
  settings: string | null
  /** From 0 to 1. */
  share: number
  rows: number
  failure: string | null
  profile: TableProfile | null
}

export async function findProfile(
  db: Db,
  tenantId: number,
  uploadId: string,
): Promise<ProfileState | undefined> {
  const rows = await query<ProfileState>(
    db,
    `select profile_settings settings, profile_share share, profile_rows "rows", profile_failure failure, profile
     from upload where tenant_id = $1 and upload_id = $2`,
    [tenantId, uploadId],
  )
  return rows[0]
}

/** Begins to read an upload with other settings; false where that has begun already. */
export async function beginProfile(
  tx: Tx,
  tenantId: number,
  uploadId: string,
  settings: string,
): Promise<boolean> {
  const rows = await query<{ uploadId: string }>(
    tx,
    `update upload set profile_settings = $3, profile_share = 0, profile_rows = 0, profile_failure = null, profile = null
     where tenant_id = $1 and upload_id = $2 and profile_settings is distinct from $3 returning upload_id "uploadId"`,
    [tenantId, uploadId, settings],
  )
  return rows.length > 0
}

/** Notes how far the reading has come; false once other settings are asked for. */
export async function noteProfile(
  db: Db,
  tenantId: number,
  uploadId: string,
  { settings, share, rows }: Pick<ProfileState, 'share' | 'rows'> & { settings: string },
): Promise<boolean> {
  const found = await query<{ uploadId: string }>(
    db,
    `update upload set profile_share = $4, profile_rows = $5
     where tenant_id = $1 and upload_id = $2 and profile_settings = $3 returning upload_id "uploadId"`,
    [tenantId, uploadId, settings, share, rows],
  )
  return found.length > 0
}

export async function endProfile(
  db: Db,
  tenantId: number,
  uploadId: string,
  { settings, profile, failure }: Pick<ProfileState, 'profile' | 'failure'> & { settings: string },
): Promise<void> {
  await query(
    db,
    `update upload set profile = $4, profile_failure = $5, profile_share = 1, profile_rows = coalesce($6, profile_rows)
     where tenant_id = $1 and upload_id = $2 and profile_settings = $3`,
    [tenantId, uploadId, settings, profile && storableJson(profile), failure, profile?.rows ?? null],
  )
}

/** Notes how many rows an upload has that was read to its end at once. */
export async function noteRows(
  db: Db,
  tenantId: number,
  uploadId: string,
  { settings, rows }: { settings: string; rows: number },
): Promise<void> {
  await query(
    db,
    `update upload set profile_settings = $3, profile_share = 1, profile_rows = $4, profile_failure = null, profile = null
     where tenant_id = $1 and upload_id = $2 and profile_settings is distinct from $3`,
    [tenantId, uploadId, settings, rows],
  )
}

/** How many rows an upload has, if it was read to its end with the same settings. */
export async function findRowCount(
  db: Db,
  tenantId: number,
  uploadId: string,
  settings: string,
): Promise<number | null> {
  const found = await query<{ rows: number }>(
    db,
    `select profile_rows "rows" from upload
     where tenant_id = $1 and upload_id = $2 and profile_share = 1 and profile_failure is null
       and profile_settings::jsonb = $3::jsonb`,
    [tenantId, uploadId, settings],
  )
  return found[0] ? Number(found[0].rows) : null
}

/** Notes why an upload can't be read to its end, unless that reading has ended, or another one has begun. */
export async function failProfile(
  db: Db,
  tenantId: number,
  uploadId: string,
  { settings, failure }: { settings: string; failure: string },
): Promise<void> {
  await query(
    db,
    `update upload set profile_failure = $4
     where tenant_id = $1 and upload_id = $2 and profile_settings = $3 and profile is null and profile_failure is null`,
    [tenantId, uploadId, settings, failure],
  )
}
