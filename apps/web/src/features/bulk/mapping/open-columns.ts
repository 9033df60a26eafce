import type { ColumnMapping } from '@steward/contracts/sheet'
import type { LevelField } from '../../../entities/field/index.ts'
import type { Detection } from '../bulk.calls.ts'
import type { Choices } from '../wizard/import-draft.ts'
import { mayShare, optionKindOf, sharersOf } from './column-target.ts'
import { furtherOf } from './further-targets.ts'

/** Files with this many columns or fewer fit on a screen as they are. */
export const fewColumns = 5

/** Whether other columns fill the field of one too, which takes only one. */
function isCrowded(mapping: ColumnMapping, { columns }: Choices, targets: readonly LevelField[]): boolean {
  const field = targets.find(({ name }) => name === mapping.target)
  return field !== undefined && !mayShare(field) && sharersOf(mapping, columns).length > 0
}

/**
 * The columns that ask for a decision: those that go nowhere, clash with another, have values that don't fit, or
 * name other records, which may have to be created.
 */
export function openColumns(
  { columns }: Detection,
  choices: Choices,
  targets: readonly LevelField[],
): ReadonlySet<number> {
  const all = columns.map(({ column }) => column)
  if (columns.length <= fewColumns) return new Set(all)
  return new Set(
    columns.flatMap(({ column, misfits }) => {
      const mapping = choices.columns[column]
      const field = targets.find(({ name }) => name === mapping?.target)
      if (!mapping || !field || misfits.count > 0 || optionKindOf(field) === 'record') return [column]
      const filling = [mapping, ...furtherOf(column, choices.columns)]
      return filling.some((one) => isCrowded(one, choices, targets)) ? [column] : []
    }),
  )
}
