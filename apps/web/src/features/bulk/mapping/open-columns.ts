import type { LevelField } from '../../../entities/field/index.ts'
import type { Detection } from '../bulk.calls.ts'
import type { Choices } from '../wizard/import-draft.ts'
import { mayShare, optionKindOf, sharersOf } from './column-target.ts'

/** Files with this many columns or fewer fit on a screen as they are. */
const fewColumns = 5

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
      return sharersOf(mapping, choices.columns).length > 0 && !mayShare(field) ? [column] : []
    }),
  )
}
