import type pg from 'pg'
import type { Selectable } from 'kysely'
import { query, type Tx } from '../../platform/db/database.ts'
import type { IndexUse } from './field-index.rules.ts'
import type { CustomFieldTable } from './field.tables.ts'

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

export async function hasIndexes(tx: Tx, tenantId: number, fieldId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('field_index')
    .select('use')
    .where('tenant_id', '=', tenantId)
    .where('field_id', '=', fieldId)
    .limit(1)
    .execute()
  return found.length > 0
}

type FieldRow = Selectable<CustomFieldTable>

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
export async function buildIndex(
  owner: pg.Pool,
  name: string,
  statement: string,
  statistics: string,
): Promise<void> {
  const { rows } = await owner.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  )
  if (rows[0]?.valid === false) await dropIndex(owner, name)
  await owner.query(statement)
  await owner.query(statistics)
  // Only from here on does the planner know the field's values.
  if (!rows[0]?.valid) await owner.query('analyze record')
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

export async function forgetIndexes(owner: pg.Pool, tenantId: number, fieldId: number): Promise<void> {
  await owner.query('delete from field_index where tenant_id = $1 and field_id = $2', [tenantId, fieldId])
}
