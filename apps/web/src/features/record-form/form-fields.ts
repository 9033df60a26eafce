import type { Level } from '@steward/contracts/level'
import type { FieldSection } from '@steward/contracts/field-layout'
import { inSections, type LevelField } from '../../entities/field/index.ts'

export type FormMode = 'create' | 'edit'
export type FormGroup = { title: string | null; fields: readonly LevelField[] }

/** Set by an action, by the system, or with the owners. */
const neverAsked = new Set([
  'primaryOwner',
  'system:health',
  'system:internalId',
  'churned',
  'churnDate',
  'churnReason',
  'churnAmount',
  'entityArchived',
  'createdAt',
  'updatedAt',
])

const parents = new Set(['organization', 'account'])

function isFixed(level: Level, { name }: LevelField): boolean {
  return level.id === 4 && (name === 'pipelineType' || parents.has(name))
}

/** The id in another system is set with the record, and stays. */
const isSetOnce = ({ name }: LevelField): boolean => name === 'system:externalId'

function isAsked(level: Level, field: LevelField, mode: FormMode): boolean {
  if (!field.custom && neverAsked.has(field.name)) return false
  if (mode === 'create') return field.editable || field.required || isFixed(level, field) || isSetOnce(field)
  return field.editable && !isFixed(level, field)
}

/** A pipeline has to belong to something, so its parents are with what is required. */
function comesFirst(level: Level, field: LevelField): boolean {
  return field.required || (!field.custom && level.id === 4 && parents.has(field.name))
}

/** The fields a form asks for: what is required, then the rest in the sections of the level. */
export function formGroups(
  level: Level,
  fields: readonly LevelField[],
  mode: FormMode,
  sections: readonly FieldSection[] | undefined,
): FormGroup[] {
  const asked = fields.filter((field) => isAsked(level, field, mode))
  const first = { title: null, fields: asked.filter((field) => comesFirst(level, field)) }
  const others = asked.filter((field) => !comesFirst(level, field))
  return [first, ...inSections(others, sections)].filter((group) => group.fields.length > 0)
}

/** What a pipeline was created with and cannot be changed in the form any more. */
export function fixedFields(level: Level, fields: readonly LevelField[]): LevelField[] {
  return fields.filter((field) => !field.custom && isFixed(level, field))
}
