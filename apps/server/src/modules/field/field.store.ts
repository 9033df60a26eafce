import type { Calculation } from '@steward/contracts/calculation'
import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { EarlierType } from './field.catalogue.ts'

export interface FieldRow {
  tenant_id: number
  field_id: number
  level: number
  name: string
  display_name: string
  data_type: string
  description: string
  required: boolean
  is_visible: boolean
  is_editable: boolean
  is_default: boolean
  position: number
  /** null for a field that people fill. */
  calculation: Calculation | null
  /** The other system whose ids it has. */
  id_source: string | null
  created_at: Date
  deleted_at: Date | null
  /** The columns of record_slot that have its values. */
  slot: string | null
  currency_slot: string | null
  /** null for a field that still has its first type. */
  earlier_types: EarlierType[] | null
}

/** Columns that follow from the type. */
type TypeColumn = 'slot' | 'currency_slot' | 'earlier_types'

/** A field as it is written. */
export type NewFieldRow = Omit<FieldRow, 'tenant_id' | 'field_id' | 'deleted_at' | TypeColumn>
/** What an edit may set. */
export type FieldChange = Partial<
  Omit<FieldRow, 'tenant_id' | 'field_id' | 'level' | 'created_at' | TypeColumn>
>

const columns = `tenant_id, field_id, level, name, display_name, data_type, description, required, is_visible, is_editable,
  is_default, position, calculation, id_source, created_at, deleted_at, slot, currency_slot,
  earlier_types`

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
export function listFields(db: Db, tenantId: number, level?: LevelId): Promise<FieldRow[]> {
  return query<FieldRow>(
    db,
    `/*field.list*/ select ${columns} from custom_field
     where tenant_id = $1 and deleted_at is null and ($2::int is null or level = $2)
     order by level, position, field_id`,
    [tenantId, level ?? null],
  )
}

async function selectField(
  db: Db,
  tenantId: number,
  fieldId: number,
  lock: '' | 'for update' | 'for share',
): Promise<FieldRow | undefined> {
  const rows = await query<FieldRow>(
    db,
    `/*field.find*/ select ${columns} from custom_field
     where tenant_id = $1 and field_id = $2 and deleted_at is null ${lock}`,
    [tenantId, fieldId <= largestId ? fieldId : 0],
  )
  return rows[0]
}

export function findField(db: Db, tenantId: number, fieldId: number): Promise<FieldRow | undefined> {
  return selectField(db, tenantId, fieldId, '')
}

/** The field, held against other editors until the transaction ends. */
export function lockField(tx: Tx, tenantId: number, fieldId: number): Promise<FieldRow | undefined> {
  return selectField(tx, tenantId, fieldId, 'for update')
}

/** The field, held against editing and deleting; others may hold it so at the same time. */
export function holdField(tx: Tx, tenantId: number, fieldId: number): Promise<FieldRow | undefined> {
  return selectField(tx, tenantId, fieldId, 'for share')
}

export async function insertField(tx: Tx, tenantId: number, row: NewFieldRow): Promise<FieldRow> {
  const rows = await query<FieldRow>(
    tx,
    `/*field.insert*/ insert into custom_field (tenant_id, level, name, display_name, data_type, description,
       required, is_visible, is_editable, is_default, position, calculation, id_source, created_at)
     select $1, n.level, n.name, n.display_name, n.data_type, n.description,
       n.required, n.is_visible, n.is_editable, n.is_default, n.position, n.calculation, n.id_source, n.created_at
     from jsonb_populate_record(null::custom_field, $2::jsonb) n
     returning ${columns}`,
    [tenantId, JSON.stringify(row)],
  )
  return rows[0] as FieldRow
}

/** Sets what a change names, and leaves the rest. */
export async function updateField(
  tx: Tx,
  tenantId: number,
  fieldId: number,
  change: FieldChange,
): Promise<FieldRow> {
  const rows = await query<FieldRow>(
    tx,
    `/*field.update*/ update custom_field f
     set name = n.name, display_name = n.display_name, data_type = n.data_type, description = n.description,
       required = n.required, is_visible = n.is_visible, is_editable = n.is_editable, is_default = n.is_default,
       position = n.position, calculation = n.calculation, deleted_at = n.deleted_at
     from custom_field o, jsonb_populate_record(o, $3::jsonb) n
     where f.tenant_id = $1 and f.field_id = $2 and o.tenant_id = $1 and o.field_id = $2
     returning ${columns.replaceAll(/\w+/g, 'f.$&')}`,
    [tenantId, fieldId, JSON.stringify(change)],
  )
  return rows[0] as FieldRow
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

/** Gives a field another type; its slots, which have values of the former one, are no longer its own. */
export async function setDataType(
  tx: Tx,
  { tenant_id: tenantId, field_id: fieldId, data_type: formerType }: FieldRow,
  { dataType, changeSetId }: { dataType: string; changeSetId: number },
): Promise<void> {
  const earlier = JSON.stringify({ until: changeSetId, dataType: formerType })
  await query(
    tx,
    `/*field.set_type*/ update custom_field set data_type = $3, slot = null, currency_slot = null,
       earlier_types = coalesce(earlier_types, '[]') || $4::jsonb
     where tenant_id = $1 and field_id = $2`,
    [tenantId, fieldId, dataType, earlier],
  )
}
