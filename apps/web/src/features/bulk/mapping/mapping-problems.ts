import type { LevelField } from '../../../api/fields.ts'
import { mayShare } from './column-target.ts'
import type { Choices } from '../wizard/import-draft.ts'

/** The fields that several columns fill although they take only one. */
function crowdedFields(choices: Choices, targets: readonly LevelField[]): LevelField[] {
  return targets.filter(
    (field) => !mayShare(field) && choices.columns.filter(({ target }) => target === field.name).length > 1,
  )
}

/** What keeps the mapping from being checked, in sentences; empty when nothing does. */
export function problemsOf(choices: Choices, targets: readonly LevelField[]): string[] {
  const filled = new Set(choices.columns.map(({ target }) => target))
  const problems = crowdedFields(choices, targets).map(
    (field) => `Two columns go to ${field.displayName}. Leave one of them out.`,
  )
  if ([...filled].every((target) => target === null)) problems.push('Map at least one column to a field.')
  else if (choices.mode !== 'update' && !filled.has('name')) {
    problems.push('Say which column holds the name: new records need one.')
  }
  if (choices.mode === 'update' && choices.key.every((name) => !filled.has(name))) {
    problems.push('Choose the columns that say which record a row is.')
  }
  return problems
}
