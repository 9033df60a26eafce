import type { LevelField } from '../../../api/fields.ts'

export type FieldGroup = { title: string; fields: readonly LevelField[]; column: 'main' | 'side' }

const parents = new Set(['organization', 'account', 'system:owners'])
const system = new Set(['system:internalId', 'churned', 'entityArchived', 'createdAt', 'updatedAt'])

/** The name stands in the header; the primary owner is the first of the owners. */
const shownElsewhere = new Set(['name', 'primaryOwner'])

const isAbout = ({ name }: LevelField) => !parents.has(name) && !system.has(name)

/** The fields of a record page, sorted into its sections; empty sections fall away. */
export function fieldGroups(fields: readonly LevelField[]): FieldGroup[] {
  const shown = fields.filter((field) => !shownElsewhere.has(field.name) || field.custom)
  const builtIn = shown.filter((field) => !field.custom)
  const groups: FieldGroup[] = [
    { title: 'About the record', fields: builtIn.filter(isAbout), column: 'main' },
    { title: 'Custom fields', fields: shown.filter((field) => field.custom), column: 'main' },
    { title: 'Parents and owners', fields: builtIn.filter(({ name }) => parents.has(name)), column: 'side' },
    { title: 'System', fields: builtIn.filter(({ name }) => system.has(name)), column: 'side' },
  ]
  return groups.filter((group) => group.fields.length > 0)
}
