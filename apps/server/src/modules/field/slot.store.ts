import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { DataType } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import type { FieldRow } from './field.store.ts'
import { updateSlotsSql, withCustom } from './slot.sql.ts'
import { slotCounts, slotKindOf, type SlotField } from './slot.rules.ts'

interface SlotRow {
  field_id: number
  data_type: DataType
  slot: string
  currency_slot: string | null
}

/** The slots of a level as they are, for those who write many records. */
export async function readSlots(db: Db | Tx, tenantId: number, level: LevelId): Promise<SlotField[]> {
  const rows = await query<SlotRow>(
    db,
    `/*field.slots*/ select field_id, data_type, slot, currency_slot from custom_field
     where tenant_id = $1 and level = $2 and slot is not null and deleted_at is null order by field_id`,
    [tenantId, level],
  )
  return rows.map(({ field_id, data_type, slot, currency_slot }) => ({
    fieldId: field_id,
    dataType: data_type,
    slots: { value: slot, currency: currency_slot },
  }))
}

/** The first free slot of a kind; null where all are taken. */
const freeSlot = (kind: 'n' | 'd' | 'i'): string => `(select '${kind}' || min(x)
  from generate_series(1, ${slotCounts[kind]}) x where not exists (
    select from custom_field o where o.tenant_id = f.tenant_id and o.level = f.level
      and '${kind}' || x in (o.slot, o.currency_slot)))`

/** Gives a new field its slots, under the lock of its level. */
export async function takeSlots(
  tx: Tx,
  tenantId: number,
  fieldId: number,
  dataType: DataType,
): Promise<void> {
  const kind = slotKindOf(dataType)
  if (!kind) return
  const isAmount = dataType === 'currency'
  await query(
    tx,
    `update custom_field f set slot = s.slot, currency_slot = s.currency_slot
     from (select f.tenant_id, f.field_id, ${freeSlot(kind)} as slot, ${isAmount ? freeSlot('i') : 'null'} as currency_slot
       from custom_field f where f.tenant_id = $1 and f.field_id = $2) s
     where f.tenant_id = s.tenant_id and f.field_id = s.field_id
       and s.slot is not null ${isAmount ? 'and s.currency_slot is not null' : ''}`,
    [tenantId, fieldId],
  )
}

/** Leaves the slots of a field to a deleted one, from which they are freed when no one writes them any more. */
export async function leaveSlots(tx: Tx, row: FieldRow, at: Date): Promise<FieldRow> {
  const rows = await query<FieldRow>(
    tx,
    `/*field.leave_slots*/ insert into custom_field (tenant_id, level, name, display_name, data_type, position,
       created_at, deleted_at, slot, currency_slot)
     select tenant_id, level, name, display_name, $3, position, $4, $4, $5, $6
     from custom_field where tenant_id = $1 and field_id = $2 returning *`,
    [row.tenant_id, row.field_id, row.data_type, at, row.slot, row.currency_slot],
  )
  return rows[0] as FieldRow
}

/** Gives some records the value of a field in its slots, for values that stay what they are under another type. */
export async function fillSlots(
  tx: Tx,
  { tenantId, level, fieldId }: { tenantId: number; level: LevelId; fieldId: number },
  recordIds: readonly number[],
): Promise<void> {
  const fields = (await readSlots(tx, tenantId, level)).filter((field) => field.fieldId === fieldId)
  if (fields.length === 0 || recordIds.length === 0) return
  await query(
    tx,
    `with seen as materialized (
       select record_id, custom from record where tenant_id = $1 and record_id = any($2::bigint[]))
     ${updateSlotsSql(level, fields, withCustom('seen i'), false)}`,
    [tenantId, recordIds],
  )
}

const clearedAtOnce = 1000

/** Empties the slots of a deleted field, and gives them back. */
export async function freeSlots(owner: pg.Pool, tenantId: number, fieldId: number): Promise<void> {
  const { rows } = await owner.query<{ level: number; slot: string; currency_slot: string | null }>(
    'select level, slot, currency_slot from custom_field where tenant_id = $1 and field_id = $2 and slot is not null and deleted_at is not null',
    [tenantId, fieldId],
  )
  const [field] = rows
  if (!field) return
  const slots = [field.slot, ...(field.currency_slot === null ? [] : [field.currency_slot])]
  const isSet = slots.map((slot) => `v.${slot} is not null`).join(' or ')
  // Records are locked first, in the order of their ids, as everyone does who writes slots.
  const text = `with filled as (
      select r.record_id from record_slot v join record r on r.tenant_id = v.tenant_id and r.record_id = v.record_id
      where v.tenant_id = ${tenantId} and v.level = ${field.level} and (${isSet})
      order by r.record_id limit ${clearedAtOnce} for no key update of r)
    update record_slot v set ${slots.map((slot) => `${slot} = null`).join(', ')} from filled
    where v.tenant_id = ${tenantId} and v.level = ${field.level} and v.record_id = filled.record_id`
  while (((await owner.query(text)).rowCount ?? 0) > 0);
  await owner.query(
    'update custom_field set slot = null, currency_slot = null where tenant_id = $1 and field_id = $2',
    [tenantId, fieldId],
  )
}
