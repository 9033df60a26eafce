import type { LevelId } from '@steward/contracts/level'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { CustomFieldTable } from './field.tables.ts'

export type FieldRow = Selectable<CustomFieldTable>
export type NewFieldRow = Insertable<CustomFieldTable>

const largestId = 2_147_483_647
/** The class of the advisory locks under which the fields of one level are changed. */
const lockClass = 7371

/** Lets one writer at a time change the set of a level's fields, until the transaction ends. */
export async function lockLevel(tx: Tx, tenantId: number, level: LevelId): Promise<void> {
  await query(tx, '/*field.lock_level*/ select pg_advisory_xact_lock($1, $2)', [
    lockClass,
    tenantId * 4 + level - 1,
  ])
}

/** The live fields in their order, of one level or of all. */
export function listFields(db: Db | Tx, tenantId: number, level?: LevelId): Promise<FieldRow[]> {
  const fields = db
    .selectFrom('custom_field')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .orderBy('level')
    .orderBy('position')
    .orderBy('field_id')
  return (level === undefined ? fields : fields.where('level', '=', level)).execute()
}

function selectField(db: Db | Tx, tenantId: number, fieldId: number) {
  return db
    .selectFrom('custom_field')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('field_id', '=', fieldId <= largestId ? fieldId : 0)
    .where('deleted_at', 'is', null)
}

export function findField(db: Db | Tx, tenantId: number, fieldId: number): Promise<FieldRow | undefined> {
  return selectField(db, tenantId, fieldId).executeTakeFirst()
}

/** The field, held against other editors until the transaction ends. */
export function lockField(tx: Tx, tenantId: number, fieldId: number): Promise<FieldRow | undefined> {
  return selectField(tx, tenantId, fieldId).forUpdate().executeTakeFirst()
}

/** The field, held against editing and deleting; others may hold it so at the same time. */
export function holdField(tx: Tx, tenantId: number, fieldId: number): Promise<FieldRow | undefined> {
  return selectField(tx, tenantId, fieldId).forShare().executeTakeFirst()
}

export function insertField(tx: Tx, values: NewFieldRow): Promise<FieldRow> {
  return tx.insertInto('custom_field').values(values).returningAll().executeTakeFirstOrThrow()
}

export function updateField(
  tx: Tx,
  tenantId: number,
  fieldId: number,
  values: Updateable<CustomFieldTable>,
): Promise<FieldRow> {
  return tx
    .updateTable('custom_field')
    .set(values)
    .where('tenant_id', '=', tenantId)
    .where('field_id', '=', fieldId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Gives the fields the positions in which their ids stand. */
export async function orderFields(tx: Tx, tenantId: number, fieldIds: readonly number[]): Promise<void> {
  await query(
    tx,
    `/*field.order*/ update custom_field f set position = o.position
     from unnest($2::int[]) with ordinality o(field_id, position)
     where f.tenant_id = $1 and f.field_id = o.field_id`,
    [tenantId, fieldIds],
  )
}
