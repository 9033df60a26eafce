import { fieldChanged } from '@steward/contracts/event/field.event'
import { fold } from '@steward/conditions'
import { hasOptions, textLimits, type DataType } from '@steward/contracts/data-type'
import { fieldLimits, type OptionInput } from '@steward/contracts/field'
import type { PicklistOption } from '@steward/contracts/value'
import type { Tx } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import { fromCustom, toOption } from './field.catalogue.ts'
import { holdField, type FieldRow } from './field.store.ts'
import { distinctTexts, planOptions, retireUsed } from './field-option.rules.ts'
import {
  deleteOptions,
  insertMissingOptions,
  insertOptions,
  listOptions,
  updateOptions,
} from './field-option.store.ts'
import type { FieldUseRegistry } from './field-use.registry.ts'

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
