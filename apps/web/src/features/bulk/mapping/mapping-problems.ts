import { isDay } from '@steward/contracts/value'
import type { LevelField } from '../../../entities/field/index.ts'
import { mayShare } from './column-target.ts'
import type { Choices } from '../wizard/import-draft.ts'

/** The fields that several columns fill although they take only one. */
function crowdedFields(choices: Choices, targets: readonly LevelField[]): LevelField[] {
  return targets.filter(
    (field) => !mayShare(field) && choices.columns.filter(({ target }) => target === field.name).length > 1,
  )
}

/** The fields that no column fills, and whose value for new records was typed and cannot be read. */
function unreadDefaults({ mode, columns, defaults }: Choices, targets: readonly LevelField[]): LevelField[] {
  if (mode === 'update') return []
  return targets.filter(({ name, kind }) => {
    const value = defaults[name]
    const isUnread = kind === 'date' ? typeof value === 'string' && !isDay(value) : Number.isNaN(value)
    return isUnread && columns.every(({ target }) => target !== name)
  })
}

/** What keeps the mapping from being checked, in sentences; empty when nothing does. */
export function problemsOf(choices: Choices, targets: readonly LevelField[]): string[] {
  const filled = new Set(choices.columns.map(({ target }) => target))
  const problems = crowdedFields(choices, targets).map(
    (field) => `Two columns are matched to ${field.displayName}. Skip one of them.`,
  )
  if ([...filled].every((target) => target === null)) problems.push('Match at least one column to a field.')
  else if (choices.mode !== 'update' && !filled.has('name')) {
    problems.push('Match a column to Name: new records need one.')
  }
  if (choices.mode === 'update' && choices.key.every((name) => !filled.has(name))) {
    problems.push('Choose the columns that identify a record.')
  }
  if (choices.missingRecords === 'set' && choices.key.length > 0) {
    const [value = null] = Object.values(choices.missingValues)
    if (value === null) problems.push('Choose a value to set on records that the file lacks.')
  }
  for (const { displayName } of unreadDefaults(choices, targets)) {
    problems.push(`The value for ${displayName} cannot be read.`)
  }
  return problems
}
