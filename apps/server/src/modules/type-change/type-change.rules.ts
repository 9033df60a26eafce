import type { DataType } from '@steward/contracts/data-type'
import { dataTypes } from '@steward/contracts/data-type'
import type { CurrencyValue, FieldValue } from '@steward/contracts/value'
import type { CatalogueField, FieldUse } from '../field/index.ts'

const labelOf = (type: DataType): string => dataTypes[type].label

/** Why the type of a field cannot be changed at all, or not to this one. */
export function faultOfChange(field: CatalogueField, dataType: DataType): string | undefined {
  const { displayName, calculated, idSource } = field
  if (calculated) return `"${displayName}" is calculated, so its type follows from its definition.`
  if (idSource) return `"${displayName}" has the IDs of ${idSource}, which are texts.`
  if (dataType === field.dataType) return `"${displayName}" is a ${labelOf(dataType)} field already.`
  return undefined
}

/** Places that show a field whatever its type is. */
const showing: ReadonlySet<string> = new Set([
  'pin',
  'mapping',
  'section',
  'column set',
  'email template',
  'webhook payload',
])

/** Kinds whose values are the same under all types of the kind, so that operators and constants still fit. */
const plainKinds: ReadonlySet<string> = new Set(['text', 'number', 'date', 'boolean'])

/** Whether what asks about values of one type can ask about those of another. */
function fits(kind: string, from: DataType, to: DataType): boolean {
  const isSame = dataTypes[from].kind === dataTypes[to].kind && plainKinds.has(dataTypes[from].kind)
  // A formula adds amounts to amounts, and numbers to numbers.
  return isSame && (kind !== 'calculated field' || (from !== 'currency' && to !== 'currency'))
}

const mostNamed = 5

/** Names, in a sentence, the uses of a field that another type does not allow; undefined where there are none. */
export function faultOfUses(
  field: CatalogueField,
  to: DataType,
  uses: readonly FieldUse[],
): string | undefined {
  const unfit = uses.filter(
    ({ kind, count }) => count > 0 && !showing.has(kind) && !fits(kind, field.dataType, to),
  )
  if (unfit.length === 0) return undefined
  const named = unfit.slice(0, mostNamed).map(({ kind, name }) => `${kind} "${name}"`)
  const more = unfit.length - named.length
  const all = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return `"${field.displayName}" can't become a ${labelOf(to)} field while these use it as ${labelOf(field.dataType)}: ${all}. Remove it there first.`
}

/** Why a value of several parts is none of one part. */
export function faultOfSeveral(
  { displayName }: CatalogueField,
  value: FieldValue,
  to: DataType,
): string | undefined {
  const isSeveral = to === 'singlePicklist' && Array.isArray(value) && value.length > 1
  return isSeveral ? `${displayName}: it has several options.` : undefined
}

/** The number that a value is without any reading, as its text; undefined where it is none. */
export function numberIn(value: FieldValue, from: DataType, to: DataType): number | undefined {
  if (dataTypes[to].kind !== 'number') return undefined
  if (from === 'boolean') return value === true ? 1 : 0
  return from === 'currency' && to !== 'currency' ? (value as CurrencyValue).value : undefined
}
