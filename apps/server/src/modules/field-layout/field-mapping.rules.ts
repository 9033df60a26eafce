import { fold } from '@steward/conditions'
import type { ChangeFieldMappings, FieldMapping } from '@steward/contracts/field-layout'
import type { Catalogue } from '../field/index.ts'

export interface StoredMapping extends FieldMapping {
  /** Where the field's values are kept. */
  key: string
}

interface Plan {
  /** What is written; a mapping without names is taken away. */
  changed: StoredMapping[]
  /** By the path of what is wrong. */
  faults: Record<string, string>
}

type Change = ChangeFieldMappings['data'][string]

function distinct(names: readonly string[]): string[] {
  return [...new Map(names.map((name) => [fold(name), name])).values()]
}

function toStored(key: string, change: Change): StoredMapping {
  if (!change) return { key, externalNames: [], direction: 'both' }
  return { key, externalNames: distinct(change.externalNames), direction: change.direction }
}

function twice(name: string, other: string): string {
  return `"${name}" is already used for ${other}. Remove it there first.`
}

/** What changes about the mappings of a level; one outside name means one field. */
export function planMappings(
  data: ChangeFieldMappings['data'],
  stored: readonly StoredMapping[],
  catalogue: Catalogue,
): Plan {
  const plan: Plan = { changed: [], faults: {} }
  const paths = new Map<string, string>()
  for (const [name, change] of Object.entries(data)) {
    const field = catalogue.find(name)
    if (!field) plan.faults[`data.${name}`] = `Unknown field "${name.slice(0, 60)}".`
    else if (paths.has(field.key)) plan.faults[`data.${name}`] = `${field.displayName} is named twice.`
    else {
      paths.set(field.key, `data.${name}`)
      plan.changed.push(toStored(field.key, change))
    }
  }
  const meanings = new Map<string, string>()
  for (const { key, externalNames } of stored) {
    if (!paths.has(key)) for (const name of externalNames) meanings.set(fold(name), key)
  }
  for (const { key, externalNames } of plan.changed) {
    for (const name of externalNames) {
      const other = catalogue.byKey(meanings.get(fold(name)) ?? '')
      if (other) plan.faults[`${paths.get(key)}.externalNames`] = twice(name, other.displayName)
      else meanings.set(fold(name), key)
    }
  }
  return plan
}
