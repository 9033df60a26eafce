import { fold } from '@steward/conditions'
import { builtInFieldsOf } from '@steward/contracts/built-in-field'
import type { Field } from '@steward/contracts/field'
import type { ChangeFieldMappings, FieldMapping } from '@steward/contracts/field-layout'
import type { Level } from '@steward/contracts/level'
import type { FieldMappings } from '../field-admin.calls.ts'

/** A field that files and integrations may fill. */
export type MappedField = { name: string; label: string; dataType: string }

export type MappingDraft = Readonly<Record<string, FieldMapping>>

export const noMapping: FieldMapping = { externalNames: [], direction: 'both' }

/** The fields of a level that something outside can fill, built-in ones first. */
export function mappedFields(level: Level, custom: readonly Field[]): MappedField[] {
  return [
    ...builtInFieldsOf(level.id)
      .filter(({ uploadable, name }) => uploadable || name === 'system:pulse')
      .map(({ name, label, dataType }) => ({ name, label, dataType })),
    ...custom
      .filter(({ vertical, horizontal }) => !vertical && !horizontal)
      .map(({ name, displayName, dataType }) => ({ name, label: displayName, dataType })),
  ]
}

const same = (one: FieldMapping, other: FieldMapping) =>
  one.externalNames.join('\n') === other.externalNames.join('\n') &&
  // Without names a direction means nothing.
  (one.direction === other.direction || one.externalNames.length === 0)

/** What differs from what is saved; null for a mapping that goes. */
export function changesOf(draft: MappingDraft, saved: FieldMappings): ChangeFieldMappings['data'] {
  const changes: ChangeFieldMappings['data'] = {}
  for (const [name, mapping] of Object.entries(draft)) {
    if (same(mapping, saved[name] ?? noMapping)) continue
    changes[name] = mapping.externalNames.length === 0 ? null : mapping
  }
  return changes
}

/** What is wrong, by the API name of the field: an outside name that two fields claim is an error at both. */
export function problemsOf(mappings: MappingDraft, fields: readonly MappedField[]): Record<string, string> {
  const labels = new Map(fields.map(({ name, label }) => [name, label]))
  const claims = new Map<string, string>()
  const problems: Record<string, string> = {}
  for (const [field, { externalNames }] of Object.entries(mappings)) {
    for (const name of externalNames) {
      const other = claims.get(fold(name))
      if (other === undefined) claims.set(fold(name), field)
      else {
        problems[field] = `“${name}” is already used for ${labels.get(other) ?? other}.`
        problems[other] = `“${name}” is already used for ${labels.get(field) ?? field}.`
      }
    }
  }
  return problems
}
