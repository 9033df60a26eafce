import { dataTypes, hasOptions, isAlwaysRequired, type DataType } from '@steward/contracts/data-type'
import {
  fieldLimits,
  type CreateField,
  type EditField,
  type EditSystemField,
  type FieldOrder,
} from '@steward/contracts/field'
import { findLevel } from '@steward/contracts/level'

/** What is wrong, by the path of the bad value; empty when all is well. */
export type Faults = Record<string, string>

export interface FieldIdentity {
  field_id: number
  level: number
  name: string
  display_name: string
  data_type: string
}

function labelOf(dataType: string): string {
  return dataTypes[dataType as DataType].label
}

function optionFaults(dataType: string, input: { picklistDefinition?: readonly unknown[] }): Faults {
  if (hasOptions(dataType as DataType) || (input.picklistDefinition ?? []).length === 0) return {}
  return {
    picklistDefinition: `${labelOf(dataType)} fields can't have options; only ${labelOf('singlePicklist')} and ${labelOf('multiPicklist')} fields can.`,
  }
}

function idSourceFaults({ dataType, idSource, vertical, horizontal }: CreateField): Faults {
  if (idSource === undefined || (dataType === 'string' && !vertical && !horizontal)) return {}
  return { idSource: 'Only text fields can have the IDs of another system.' }
}

/** `count` is how many custom fields the level has already. */
export function faultsOfNew(input: CreateField, count: number): Faults {
  const faults = { ...optionFaults(input.dataType, input), ...idSourceFaults(input) }
  if (count < fieldLimits.fields) return faults
  const level = findLevel(input.columnLevel)?.label ?? ''
  return {
    ...faults,
    columnLevel: `${level} has ${fieldLimits.fields} custom fields, which is the most. Delete one that is not needed.`,
  }
}

/** A field keeps its type, its level and its API name. */
export function faultsOfEdit(field: FieldIdentity, input: EditField): Faults {
  const faults = optionFaults(field.data_type, input)
  if (input.dataType !== undefined && input.dataType !== field.data_type) {
    faults['dataType'] =
      `"${field.display_name}" is a ${labelOf(field.data_type)} field, and the type can't be changed. Create a new field.`
  }
  if (input.columnLevel !== undefined && input.columnLevel !== field.level) {
    faults['columnLevel'] = `"${field.display_name}" can't be moved to another level.`
  }
  if (input.name !== undefined && input.name !== field.name) {
    faults['name'] = `The API name "${field.name}" can't be changed.`
  }
  return faults
}

/** Whether a value must be given, as wished or because the type demands it. */
export function isRequired(dataType: string, wished: boolean): boolean {
  return wished || isAlwaysRequired(dataType as DataType)
}

function repeated(ids: readonly number[]): number[] {
  const seen = new Set<number>()
  return [...new Set(ids.filter((id) => seen.size === seen.add(id).size))]
}

const mostNamed = 5

function someOf(names: readonly (string | number)[]): string {
  const more = names.length - mostNamed
  return names.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** A new order names every field of the level once, and no other. */
export function faultsOfOrder(fields: readonly FieldIdentity[], order: FieldOrder['orderArray']): Faults {
  const named = new Set(order)
  const known = new Set(fields.map((field) => field.field_id))
  const missing = fields.filter((field) => !named.has(field.field_id))
  const unknown = [...named].filter((id) => !known.has(id))
  const twice = repeated(order)
  const sentences: string[] = []
  if (missing.length > 0) {
    const names = missing.map((field) => `"${field.display_name}" (${field.field_id})`)
    sentences.push(`The order is missing ${someOf(names)}.`)
  }
  if (unknown.length > 0) sentences.push(`Unknown fields: ${someOf(unknown)}.`)
  if (twice.length > 0) sentences.push(`The order contains ${someOf(twice)} more than once.`)
  return sentences.length === 0 ? {} : { orderArray: sentences.join(' ') }
}

/** Fields that only Steward fills: health (-1), the internal id (-8) and the two ratings (-9, -10). */
const filledBySteward: ReadonlySet<number> = new Set([-1, -8, -9, -10])

/** What of a wished change to a system field cannot be had. */
export function faultsOfSystemEdit(
  field: { id: number; label: string; required: boolean },
  input: EditSystemField,
): Faults {
  if (!filledBySteward.has(field.id)) return {}
  const faults: Faults = {}
  if (input.isEditable) {
    faults['isEditable'] = `${field.label} is set by Steward, so it can't be made editable.`
  }
  if (input.required && !field.required) {
    faults['required'] = `${field.label} is set by Steward, so it can't be made required.`
  }
  return faults
}
