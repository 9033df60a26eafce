import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { IndexUse } from './field-index.rules.ts'
import { keptBeside, keptValuesSql } from './field.sql.ts'
import type { FieldRow } from './field.store.ts'

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

/** From the commit on, every write keeps the field's values; noting it again changes nothing. */
export async function noteKept(tx: Tx, tenantId: number, fieldId: number, kind: string): Promise<void> {
  await query(
    tx,
    `insert into kept_field (tenant_id, field_id, level, kind)
     select tenant_id, field_id, level, $3 from custom_field where tenant_id = $1 and field_id = $2
     on conflict do nothing`,
    [tenantId, fieldId, kind],
  )
}

/** The fields whose kept values are all there. */
export async function listKeptFields(db: Db, tenantId: number): Promise<Set<number>> {
  const rows = await query<{ field_id: number }>(
    db,
    'select field_id from kept_field where tenant_id = $1 and filled_at is not null',
    [tenantId],
  )
  return new Set(rows.map((row) => row.field_id))
}

export async function dropKept(tx: Tx, tenantId: number, fieldId: number): Promise<void> {
  await query(tx, 'delete from kept_field where tenant_id = $1 and field_id = $2', [tenantId, fieldId])
}

/** Deletes the values of a field that no one keeps any more. */
export async function forgetValues(owner: pg.Pool, tenantId: number, fieldId: number): Promise<void> {
  // Both stand as literals, so that the field's index finds them.
  await owner.query(`delete from record_value where tenant_id = ${tenantId} and field_id = ${fieldId}`)
}

const filledAtOnce = 1000

/**
 * Keeps the values of records that no one has written since the field was noted. Rows are locked, so that
 * a value is of its record's latest version; where a write came first, what it kept stands.
 */
export async function fillValues(owner: pg.Pool, tenantId: number, fieldId: number): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await owner.query<{ seen: number | null }>(
      `with seen as materialized (
         select r.record_id, ${keptBeside.map((column) => `r.${column}`).join(', ')}, r.custom->f.field_id::text as value, f.kind
         from kept_field f join record r on r.tenant_id = f.tenant_id and r.level = f.level
         where f.tenant_id = $1 and f.field_id = $2 and f.filled_at is null and r.record_id > $3
         order by r.record_id limit ${filledAtOnce} for no key update of r)
       , filled as (
         insert into record_value (tenant_id, record_id, field_id, ${keptBeside.join(', ')}, number, day, id)
         select $1, record_id, $2, ${keptBeside.join(', ')}, ${keptValuesSql('value', 'kind')} from seen
         on conflict do nothing)
       select max(record_id) as seen from seen`,
      [tenantId, fieldId, after],
    )
    if (!rows[0]?.seen) return
    after = rows[0].seen
  }
}

/** From now on lists rely on the kept values. */
export async function markFilled(owner: pg.Pool, tenantId: number, fieldId: number, at: Date): Promise<void> {
  await owner.query('vacuum (analyze) record_value')
  await owner.query(
    'update kept_field set filled_at = $3 where tenant_id = $1 and field_id = $2 and filled_at is null',
    [tenantId, fieldId, at],
  )
}

export async function hasIndexes(tx: Tx, tenantId: number, fieldId: number): Promise<boolean> {
  const found = await query(
    tx,
    '/*field_index.has*/ select from field_index where tenant_id = $1 and field_id = $2 limit 1',
    [tenantId, fieldId],
  )
  return found.length > 0
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

export async function forgetIndexes(owner: pg.Pool, tenantId: number, fieldId: number): Promise<void> {
  await owner.query('delete from field_index where tenant_id = $1 and field_id = $2', [tenantId, fieldId])
}
