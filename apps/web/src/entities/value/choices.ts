import type { LevelField } from '../field/index.ts'
import type { ValueLookups } from './lookups.ts'
import type { Choices } from './type/value-type.ts'
import { valueTypeOf } from './type/value-types.ts'

export type { Choices }

const none: Choices = { options: [] }

/** What a field may be set to, where its values are picked. */
export function choicesOf(field: LevelField, lookups: ValueLookups): Choices {
  return valueTypeOf(field).choices?.(field, lookups) ?? none
}
