import { fieldChanged, fieldDeleted } from '@steward/contracts/event/field.event'
import { fold } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'
import type { Tx } from '../../platform/db/database.ts'
import { publish } from '../../platform/events/events.ts'
import { fromCustom, toOption, type CatalogueField } from './field.catalogue.ts'
import { listFields, lockField, updateField, type FieldRow } from './field.store.ts'
import type { FieldIndexService } from './field-index.service.ts'
import { deleteOptions, listOptions } from './field-option.store.ts'
import type { FieldUseRegistry } from './field-use.registry.ts'

/** What an import brought, by API names of fields. */
export interface Brought {
  level: LevelId
  options: readonly { field: string; values: readonly string[] }[]
  fields: readonly string[]
}

/** Places in which a field merely stands; they name none of its options, and let it go. */
const places = new Set(['pin', 'mapping', 'section'])

/** Takes away fields and options that an import brought and that nothing uses. */
export function createFieldRemoval(uses: FieldUseRegistry, indexes: FieldIndexService, now: () => Date) {
  async function isNamed(tenantId: number, field: CatalogueField): Promise<boolean> {
    const found = await uses.findUses(tenantId, field)
    return found.some(({ kind, count }) => count > 0 && !places.has(kind))
  }

  async function takeOptions(tx: Tx, row: FieldRow, values: readonly string[]): Promise<void> {
    const { tenant_id: tenantId, field_id: fieldId } = row
    const texts = new Set(values.map((value) => fold(value)))
    const options = await listOptions(tx, tenantId, fieldId)
    const brought = options.filter(({ value }) => texts.has(fold(value))).map((option) => option.option_id)
    const field = fromCustom(row, options.map(toOption))
    if (brought.length === 0 || (await isNamed(tenantId, field))) return
    const used = new Set(await uses.findUsedOptions(tx, tenantId, field, brought))
    const unused = brought.filter((id) => !used.has(id))
    if (unused.length === 0) return
    await deleteOptions(tx, tenantId, fieldId, unused)
    await publish(tx, tenantId, fieldChanged, { fieldId, level: row.level, name: row.name })
  }

  async function takeField(tx: Tx, row: FieldRow): Promise<void> {
    const { tenant_id: tenantId, field_id: fieldId } = row
    const field = fromCustom(row, (await listOptions(tx, tenantId, fieldId)).map(toOption))
    if ((await isNamed(tenantId, field)) || (await uses.countRecords(tenantId, field, tx)) > 0) return
    await indexes.dropIndexes(tx, tenantId, row)
    await updateField(tx, tenantId, fieldId, { deleted_at: now() })
    await publish(tx, tenantId, fieldDeleted, { fieldId, level: row.level, name: row.name })
  }

  /** In the transaction that takes the records back. The caller forgets the catalogue after the commit. */
  return async function removeUnused(tx: Tx, tenantId: number, { level, options, fields }: Brought) {
    const present = await listFields(tx, tenantId, level)
    const find = async (name: string): Promise<FieldRow | undefined> => {
      const row = present.find((one) => one.name === name)
      return row && lockField(tx, tenantId, row.field_id)
    }
    for (const { field, values } of options) {
      const row = await find(field)
      if (row) await takeOptions(tx, row, values)
    }
    for (const name of fields) {
      const row = await find(name)
      if (row) await takeField(tx, row)
    }
  }
}
