import { fieldChanged, fieldDeleted } from '@steward/contracts/event/field.event'
import { fold } from '@steward/conditions'
import { hasOptions, textLimits, type DataType } from '@steward/contracts/data-type'
import { fieldLimits, type OptionInput } from '@steward/contracts/field'
import type { LevelId } from '@steward/contracts/level'
import type { PicklistOption } from '@steward/contracts/value'
import type { Tx } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import { fromCustom, toOption, type CatalogueField } from './field.catalogue.ts'
import { holdField, listFields, lockField, updateField, type FieldRow } from './field.store.ts'
import type { FieldIndexService } from './field-index.service.ts'
import { distinctTexts, planOptions, retireUsed } from './field-option.rules.ts'
import {
  deleteOptions,
  insertMissingOptions,
  insertOptions,
  listOptions,
  updateOptions,
} from './field-option.store.ts'
import type { FieldUseRegistry } from './field.registry.ts'

function refuseFaults(faults: Record<string, string>): void {
  if (Object.keys(faults).length > 0) throw invalid('field.options_invalid', faults)
}

/**
 * Makes the options of a field what the list says, in the transaction of a field's change. One that is
 * left out is deleted, or retired where a record still holds it.
 */
export async function changeOptions(
  tx: Tx,
  uses: FieldUseRegistry,
  field: FieldRow,
  input: readonly OptionInput[],
): Promise<void> {
  const { tenant_id: tenantId, field_id: fieldId } = field
  const existing = await listOptions(tx, tenantId, fieldId)
  const plan = planOptions(existing, input)
  refuseFaults(plan.faults)
  const missingIds = plan.missing.map((option) => option.option_id)
  const used =
    missingIds.length === 0
      ? []
      : await uses.findUsedOptions(tx, tenantId, fromCustom(field, existing.map(toOption)), missingIds)
  const { added, kept, missing, faults } = retireUsed(plan, new Set(used))
  refuseFaults(faults)
  await deleteOptions(
    tx,
    tenantId,
    fieldId,
    missing.map((option) => option.option_id),
  )
  await updateOptions(tx, tenantId, fieldId, kept)
  await insertOptions(tx, tenantId, fieldId, added)
}

/**
 * Adds option texts that an import brought, and gives the options of all of them, in the order of
 * `values`; those that exist, in any case, are kept. The caller forgets the catalogue after the commit.
 * Errors: not_found `field.unknown`; invalid_input `field.options_invalid`.
 */
export async function addOptions(
  tx: Tx,
  tenantId: number,
  fieldId: number,
  values: readonly string[],
): Promise<PicklistOption[]> {
  const texts = distinctTexts(values)
  const tooLong = texts.find((text) => text.length > textLimits.name)
  if (tooLong) {
    refuseFaults({
      picklistDefinition: `The option "${tooLong.slice(0, 50)}…" has more than 255 characters.`,
    })
  }
  const field = await holdField(tx, tenantId, fieldId)
  if (!field || !hasOptions(field.data_type as DataType)) {
    throw notFound('field.unknown', `Field ${fieldId} with options does not exist.`)
  }
  const added = await insertMissingOptions(tx, tenantId, fieldId, texts)
  const options = await listOptions(tx, tenantId, fieldId)
  if (added > 0 && options.length > fieldLimits.options) {
    refuseFaults({ picklistDefinition: `"${field.display_name}" would get more than 2,000 options.` })
  }
  if (added > 0) {
    await publish(tx, tenantId, fieldChanged, { fieldId, level: field.level, name: field.name })
  }
  const byText = new Map(options.map((option) => [fold(option.value), toOption(option)]))
  return texts.map((text) => byText.get(fold(text))).filter((option) => option !== undefined)
}

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
