import type { LevelField } from '../../../entities/field/index.ts'
import { churnColumns } from '../../../entities/record/index.ts'
import { churnReasonField } from '../../../entities/churn/index.ts'

/** Which custom fields a card shows, where the level has them. */
export interface CardFields {
  value: LevelField | undefined
  day: LevelField | undefined
  /** Whether the level has a health score. */
  health: boolean
  /** Names why customers left, at levels that churn. */
  churnReason: LevelField | undefined
  /** API names of the fields that cards and sums need. */
  sent: readonly string[]
}

/** What tells records of one name apart. */
const details = ['organization', 'account', 'system:email', 'about']

const ofType = (fields: readonly LevelField[], ...types: string[]) =>
  fields.find(({ custom, dataType }) => custom && types.includes(dataType))

/** The value is what is added up, else the first amount; the date is the first one. */
export function cardFieldsOf(
  fields: readonly LevelField[],
  group: LevelField,
  sum: LevelField | undefined,
): CardFields {
  const value = sum ?? ofType(fields, 'currency')
  const day = ofType(fields, 'mandatoryDate') ?? ofType(fields, 'date')
  const named = [group, value, day].flatMap((field) => field?.name ?? [])
  return {
    value,
    day,
    health: fields.some(({ name }) => name === 'system:health'),
    churnReason: churnReasonField(fields),
    sent: [...new Set([...named, ...details, ...churnColumns])].toSorted(),
  }
}
