import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import { mayBeKey } from './column-target.ts'
import type { Choices } from '../wizard/import-draft.ts'

/** The mapped fields that can say which record a row is, in the order of the file. */
export function keyFields(choices: Choices, targets: readonly LevelField[]): LevelField[] {
  const names = [...new Set(choices.columns.map(({ target }) => target))]
  return names
    .map((name) => targets.find((field) => field.name === name))
    .filter((field): field is LevelField => field !== undefined && mayBeKey(field))
}

/** `none`, `several`, or the one field that is the key. */
export function wayOf(key: readonly string[], fields: readonly LevelField[]): string {
  const known = key.filter((name) => fields.some((field) => field.name === name))
  if (known.length > 1) return 'several'
  const [only = 'none'] = known
  const isId = fields.some(({ name, idSource }) => name === only && idSource !== undefined)
  return only === 'none' || usual.has(only) || isId ? only : 'several'
}

const notes: Readonly<Record<string, string>> = {
  'system:internalId': 'most reliable',
  'system:externalId': 'your own ID of it',
  'system:email': 'one address is one person',
  name: 'two customers with the same name are a conflict',
}

const usual = new Map(Object.entries(notes))

export type KeyWay = { value: string; label: string; note?: string }

/** What the reader may choose between. */
export function keyWays(fields: readonly LevelField[], level: Level): KeyWay[] {
  const single = [...usual.keys()].flatMap((name) => fields.filter((field) => field.name === name))
  const ofSources = fields.filter(({ idSource }) => idSource !== undefined)
  return [
    ...ofSources.map(({ name, displayName, idSource }) => ({
      value: name,
      label: displayName,
      note: `the id in ${idSource}`,
    })),
    ...single.map((field) => ({ value: field.name, label: field.displayName, note: usual.get(field.name) })),
    ...(fields.length > 0 ? [{ value: 'several', label: 'Another field, or several together' }] : []),
    {
      value: 'none',
      label: 'None',
      note: `every row creates ${/^[ao]/.test(level.name) ? 'an' : 'a'} ${level.name}`,
    },
  ]
}
