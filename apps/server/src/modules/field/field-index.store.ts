import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { IndexUse } from './field-index.rules.ts'
import type { FieldRow } from './field.store.ts'
import { wholeRecords } from './slot.sql.ts'

/** Notes that an index is wanted; false when it was already. */
export async function noteIndex(
  tx: Tx,
  tenantId: number,
  index: { fieldId: number; use: IndexUse; name: string },
): Promise<boolean> {
  const noted = await query(
    tx,
    `/*field_index.note*/ insert into field_index (tenant_id, field_id, use, index_name)
     select $1, f.field_id, $3, $4 from custom_field f
     where f.tenant_id = $1 and f.field_id = $2 and f.deleted_at is null
     for share
     on conflict do nothing returning field_id`,
    [tenantId, index.fieldId, index.use, index.name],
  )
  return noted.length > 0
}

/**
 * From the commit on, every write of the field's values is counted, and every write of records of its level: lists may
 * remember what they counted once everyone has ended who began before.
 */
export async function watchChanges(tx: Tx, tenantId: number, level: number, fieldId: number): Promise<void> {
  await query(
    tx,
    `insert into value_change (tenant_id, level, field_id, n)
     select $1, $2, w.field_id, 0 from unnest($3::int[]) w(field_id)
     where not exists (
       select from value_change x where x.tenant_id = $1 and x.level = $2 and x.field_id = w.field_id)`,
    [tenantId, level, [wholeRecords, fieldId]],
  )
}

export async function forgetChanges(owner: pg.Pool, tenantId: number, fieldId: number): Promise<void> {
  await owner.query('delete from value_change where tenant_id = $1 and field_id = $2', [tenantId, fieldId])
}

/** The fields of which an index is ready. */
export async function listIndexedFields(db: Db, tenantId: number): Promise<Set<number>> {
  const rows = await query<{ field_id: number }>(
    db,
    'select distinct field_id from field_index where tenant_id = $1 and ready_at is not null',
    [tenantId],
  )
  return new Set(rows.map((row) => row.field_id))
}

export async function hasIndexes(tx: Tx, tenantId: number, fieldId: number): Promise<boolean> {
  const found = await query(
    tx,
    '/*field_index.has*/ select from field_index where tenant_id = $1 and field_id = $2 limit 1',
    [tenantId, fieldId],
  )
  return found.length > 0
}

/** Whether an index is still wanted: it was asked for, and not dropped since. */
export async function isNoted(
  owner: pg.Pool,
  tenantId: number,
  fieldId: number,
  use: IndexUse,
): Promise<boolean> {
  const { rowCount } = await owner.query(
    'select from field_index where tenant_id = $1 and field_id = $2 and use = $3',
    [tenantId, fieldId, use],
  )
  return rowCount === 1
}

/** The field of a wanted index, even if it is deleted by now. */
export async function findIndexedField(
  owner: pg.Pool,
  tenantId: number,
  fieldId: number,
): Promise<FieldRow | undefined> {
  const { rows } = await owner.query<FieldRow>(
    'select * from custom_field where tenant_id = $1 and field_id = $2',
    [tenantId, fieldId],
  )
  return rows[0]
}

/** Makes an index while the table stays open to all. What a broken attempt left is removed first. */
export async function buildIndex(owner: pg.Pool, name: string, statement: string): Promise<boolean> {
  const { rows } = await owner.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  )
  if (rows[0]?.valid === false) await dropIndex(owner, name)
  await owner.query(statement)
  return rows[0]?.valid !== true
}

/** What is newly written is in pages that counting from an index would look up. */
export async function tidySlots(owner: pg.Pool, level: number): Promise<void> {
  await owner.query(`vacuum (analyze) record_slot_${level}`)
}

/** Only from here on does the planner know the field's values. */
export async function teachPlanner(owner: pg.Pool, statistics: string): Promise<void> {
  await owner.query(statistics)
  await owner.query('analyze record')
}

export async function dropStatistics(owner: pg.Pool, name: string): Promise<void> {
  await owner.query(`drop statistics if exists ${name}`)
}

export async function dropIndex(owner: pg.Pool, name: string): Promise<void> {
  await owner.query(`drop index concurrently if exists ${name}`)
}

export async function markReady(
  owner: pg.Pool,
  index: { tenantId: number; fieldId: number; use: IndexUse; at: Date },
): Promise<void> {
  await owner.query(
    'update field_index set ready_at = $4 where tenant_id = $1 and field_id = $2 and use = $3',
    [index.tenantId, index.fieldId, index.use, index.at],
  )
}

/** The names of a field's indexes, wanted or made. */
export async function listIndexNames(owner: pg.Pool, tenantId: number, fieldId: number): Promise<string[]> {
  const { rows } = await owner.query<{ index_name: string }>(
    'select index_name from field_index where tenant_id = $1 and field_id = $2',
    [tenantId, fieldId],
  )
  return rows.map((row) => row.index_name)
}

export async function forgetIndex(
  owner: pg.Pool,
  tenantId: number,
  fieldId: number,
  use: IndexUse,
): Promise<void> {
  await owner.query('delete from field_index where tenant_id = $1 and field_id = $2 and use = $3', [
    tenantId,
    fieldId,
    use,
  ])
}

export async function forgetIndexes(owner: pg.Pool, tenantId: number, fieldId: number): Promise<void> {
  await owner.query('delete from field_index where tenant_id = $1 and field_id = $2', [tenantId, fieldId])
}
