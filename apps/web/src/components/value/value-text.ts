import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../api/fields.ts'
import type { ValueLookups } from './lookups.ts'
import { valueTypeOf } from './type/value-types.ts'

/** A value in words; empty where nothing is set. */
export function valueText(field: LevelField, value: FieldValue | null, lookups: ValueLookups): string {
  return value === null ? '' : valueTypeOf(field).text(value, lookups, field)
}
