import { starterFields } from '@steward/contracts/plain/starter-field'
import type { LevelId } from '@steward/contracts/level'
import type { Tx } from '../../platform/db/database.ts'
import { insertOptions } from './field-option.store.ts'
import { insertField, listFields } from './field.store.ts'
import { takeSlots } from './slot.store.ts'

/** Organizations and accounts. */
const starterLevels: readonly LevelId[] = [1, 2]

/** Gives the customers of a new tenant the fields that customer-success teams expect. */
export async function seedStarterFields(tx: Tx, tenantId: number, now: Date): Promise<void> {
  for (const level of starterLevels) {
    for (const [at, field] of starterFields.entries()) {
      const row = await insertField(tx, tenantId, {
        level,
        name: field.name,
        display_name: field.displayName,
        data_type: field.dataType,
        description: field.description,
        required: false,
        is_visible: true,
        is_editable: field.isWritten !== true,
        is_default: false,
        position: at + 1,
        calculation: null,
        id_source: null,
        created_at: now,
      })
      await takeSlots(tx, tenantId, row.field_id, field.dataType)
      const options = field.options.map((value, position) => ({
        value,
        color: null,
        retired: false,
        position,
      }))
      await insertOptions(tx, tenantId, row.field_id, options)
    }
  }
}

/** The starter fields that a tenant has, as the transaction sees them. */
export async function listStarterFields(
  tx: Tx,
  tenantId: number,
): Promise<{ level: LevelId; name: string; fieldId: number }[]> {
  const rows = await listFields(tx, tenantId)
  const names = new Set(starterFields.map(({ name }) => name))
  return rows
    .filter(({ level, name }) => starterLevels.includes(level as LevelId) && names.has(name))
    .map(({ level, name, field_id }) => ({ level: level as LevelId, name, fieldId: field_id }))
}
