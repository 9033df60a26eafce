import { readValue, type FieldValue, type ReadValue } from '@steward/contracts/value'
import type { LevelField } from '../field/index.ts'
import type { ValueLookups } from './lookups.ts'
import type { EditorKind } from './type/value-type.ts'
import { valueTypeOf } from './type/value-types.ts'

export type { EditorKind }

export function editorKind(field: LevelField): EditorKind {
  return valueTypeOf(field).editor
}

/** The text a typed editor starts with. */
export function draftText(field: LevelField, value: FieldValue | null, lookups: ValueLookups): string {
  if (value === null) return ''
  return valueTypeOf(field).draft?.(value, lookups) ?? String(value)
}

/** Whether a value may be in a field; a required one may not be cleared. */
export function checkValue(field: LevelField, input: unknown, lookups: ValueLookups): ReadValue {
  const read = readValue(field, input, { defaultCurrencyId: lookups.defaultCurrencyId })
  const empty = read.ok && (read.value === null || (Array.isArray(read.value) && read.value.length === 0))
  if (empty && field.required) {
    return { ok: false, message: `${field.displayName} is required. Enter a value.` }
  }
  return read
}

/** Reads what was typed as the value of a field; errors are sentences that name the field. */
export function readDraft(
  field: LevelField,
  text: string,
  before: FieldValue | null,
  lookups: ValueLookups,
): ReadValue {
  const { read } = valueTypeOf(field)
  return checkValue(field, read ? read(text.trim(), before, lookups) : text, lookups)
}
