import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** The preview that foresees records. */
export interface ForeseenIn {
  tenantId: number
  jobId: number
}

/** A record as it will be. */
export interface ForeseenRecord {
  /** Below zero for one that is still to be created. */
  recordId: number
  level: LevelId
  name: string
  nameKey: string
  externalId: string | null
  emailKey: string | null
  organizationId: number | null
  /** The key of the row that creates it, as a hash. */
  rowKey: string | null
  /** The keys of fields with ids of other systems, each with its id; null where they are not known. */
  sourceIds: readonly string[] | null
  /** Whether the importer will see it. */
  isSeen: boolean
}

export async function insertForeseen(
  tx: Tx,
  { tenantId, jobId }: ForeseenIn,
  records: readonly ForeseenRecord[],
): Promise<void> {
  if (records.length === 0) return
  await query(
    tx,
    `/*import.foresee*/ insert into import_foreseen
       (tenant_id, job_id, record_id, level, name, name_key, external_id, email_key, organization_id, row_key,
        is_seen, source_ids)
     select $1, $2, x."recordId", x.level, x.name, x."nameKey", x."externalId", x."emailKey", x."organizationId",
       x."rowKey", x."isSeen",
       case when jsonb_typeof(x."sourceIds") = 'array' then array(select jsonb_array_elements_text(x."sourceIds")) end
     from jsonb_to_recordset($3::jsonb) as x("recordId" bigint, level smallint, name text, "nameKey" text,
       "externalId" text, "emailKey" text, "organizationId" bigint, "rowKey" text, "isSeen" boolean, "sourceIds" jsonb)
     on conflict (tenant_id, job_id, record_id) do update set name = excluded.name, name_key = excluded.name_key,
       external_id = excluded.external_id, email_key = excluded.email_key, organization_id = excluded.organization_id,
       is_seen = excluded.is_seen, source_ids = excluded.source_ids`,
    [tenantId, jobId, JSON.stringify(records)],
  )
}

const columns = `record_id "recordId", level, name, name_key "nameKey", external_id "externalId", email_key "emailKey",
  organization_id "organizationId", row_key "rowKey", is_seen "isSeen", source_ids "sourceIds"`

export function findForeseen(
  db: Db | Tx,
  { tenantId, jobId }: ForeseenIn,
  recordIds: readonly number[],
): Promise<ForeseenRecord[]> {
  return query<ForeseenRecord>(
    db,
    `/*import.foreseen*/ select ${columns} from import_foreseen
     where tenant_id = $1 and job_id = $2 and record_id = any($3::bigint[])`,
    [tenantId, jobId, recordIds],
  )
}

const columnOf = { nameKey: 'name_key', externalId: 'external_id', emailKey: 'email_key', rowKey: 'row_key' }

/** The records of a level that will have one of some values. */
export function findForeseenBy(
  db: Db | Tx,
  { tenantId, jobId }: ForeseenIn,
  level: LevelId,
  by: keyof typeof columnOf,
  values: readonly string[],
): Promise<ForeseenRecord[]> {
  return query<ForeseenRecord>(
    db,
    `/*import.foreseen_by*/ select ${columns} from import_foreseen
     where tenant_id = $1 and job_id = $2 and level = $3 and ${columnOf[by]} = any($4::text[])
     order by record_id desc`,
    [tenantId, jobId, level, values],
  )
}

/** The records of a level that will have one of some ids in other systems. */
export function findForeseenBySource(
  db: Db | Tx,
  { tenantId, jobId }: ForeseenIn,
  level: LevelId,
  sourceIds: readonly string[],
): Promise<ForeseenRecord[]> {
  return query<ForeseenRecord>(
    db,
    `/*import.foreseen_source*/ select ${columns} from import_foreseen
     where tenant_id = $1 and job_id = $2 and level = $3 and source_ids && $4::text[] order by record_id desc`,
    [tenantId, jobId, level, sourceIds],
  )
}

/** Forgets what a preview has foreseen: it has ended, or begins again. */
export async function forgetForeseen(db: Db | Tx, { tenantId, jobId }: ForeseenIn): Promise<void> {
  await query(db, 'delete from import_foreseen where tenant_id = $1 and job_id = $2', [tenantId, jobId])
}
