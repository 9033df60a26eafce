import type { Rule } from '@steward/conditions'
import {
  childLevelsOf,
  rollupDataTypes,
  rollupFunctions,
  type RollupFunction,
} from '@steward/contracts/calculation'
import { builtInFieldsOf } from '@steward/contracts/built-in-field'
import type { Field } from '@steward/contracts/field'
import type { LevelId } from '@steward/contracts/level'

/** A roll-up as it is being defined. */
export interface RollupDraft {
  childLevel: LevelId | null
  function: RollupFunction
  /** The child's field; null to count records. */
  childId: number | null
  filter?: Rule
  /** Why the filter can't be saved yet. */
  unfinished?: string
}

/** A field of the children that can be rolled up, by the id that a definition names. */
export interface ChildField {
  id: number
  label: string
  dataType: string
}

export function emptyRollup(level: LevelId): RollupDraft {
  return { childLevel: childLevelsOf(level)[0] ?? null, function: 'count', childId: null }
}

/** The fields of a level that a function makes something of; counting takes any. */
export function childFields(level: LevelId, custom: readonly Field[], by: RollupFunction): ChildField[] {
  const builtIn = builtInFieldsOf(level)
    .filter((field) => field.id !== null)
    .map((field): ChildField => ({ id: field.id as number, label: field.label, dataType: field.dataType }))
  const own = custom.map(({ customColumnId, displayName, dataType }): ChildField => ({
    id: customColumnId,
    label: displayName,
    dataType,
  }))
  // Counting wants what can be compared with nothing at all, too; what records always have says nothing.
  const takes = ({ dataType }: ChildField) =>
    by === 'count' ? rollupDataTypes('latest', dataType).length > 0 : rollupDataTypes(by, dataType).length > 0
  return [...own, ...builtIn].filter(takes)
}

/** The functions in their order, with the words of their choice. */
export const rollupChoices = rollupFunctions.map((value) => ({
  value,
  label: {
    count: 'Count',
    sum: 'Sum',
    average: 'Average',
    min: 'Minimum',
    max: 'Maximum',
    latest: 'Latest',
  }[value],
}))

/** The types that the field may have; none while the draft is not complete. */
export function draftDataTypes(
  { function: by, childId }: RollupDraft,
  child: ChildField | undefined,
): readonly string[] {
  if (childId !== null && !child) return []
  return rollupDataTypes(by, child?.dataType ?? null)
}
