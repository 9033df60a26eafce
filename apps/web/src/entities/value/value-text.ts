import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../field/index.ts'
import type { ValueLookups } from './lookups.ts'
import { valueTypeOf } from './type/value-types.ts'

/** A value in words; empty where nothing is set. */
export function valueText(field: LevelField, value: FieldValue | null, lookups: ValueLookups): string {
  return value === null ? '' : valueTypeOf(field).text(value, lookups, field)
}

/** The name and the tooltip of the button that lies over a value and edits it. */
export function editLabels(
  act: string,
  field: LevelField,
  value: FieldValue | null,
  lookups: ValueLookups,
): { 'aria-label': string; 'data-tooltip': string | undefined } {
  const shown = value === null ? undefined : valueTypeOf(field).shown?.(value, lookups)
  const text = shown?.text ?? valueText(field, value, lookups)
  return { 'aria-label': `${act} ${field.displayName}: ${text || 'empty'}`, 'data-tooltip': shown?.note }
}
