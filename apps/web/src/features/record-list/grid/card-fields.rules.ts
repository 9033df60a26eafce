import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import type { RecordBody } from '@steward/contracts/record'
import type { LevelField } from '../../../entities/field/index.ts'
import { valueOf } from '../../../entities/value/index.ts'

const health = 'system:health'

/** More than fit the two lines of a card. */
const mostFields = 8

/** Whether values say what they are without the name of their column beside them. */
export const saysItself = ({ name, kind }: LevelField): boolean =>
  name === health || name === starterFieldNames.healthChange || !['boolean', 'date', 'number'].includes(kind)

function hasValue(record: RecordBody, field: LevelField): boolean {
  const value = valueOf(record, field)
  return Array.isArray(value) ? value.length > 0 : value !== null
}

/**
 * The columns with something to say on a card, in the order of the view. The name is above them, and among
 * one's own records no card needs to name the owner.
 */
export function cardFields(
  record: RecordBody,
  columns: readonly LevelField[],
  isMine: boolean,
): LevelField[] {
  return columns
    .filter(({ name }) => name !== 'name' && !(isMine && name === 'system:owners'))
    .filter((field) => field.name === health || hasValue(record, field))
    .slice(0, mostFields)
}
