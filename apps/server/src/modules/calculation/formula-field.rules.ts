import { pipelineStatuses, pipelineTypes } from '@steward/contracts/plain/built-in-value'
import type { DataType } from '@steward/contracts/data-type'
import type { CurrencyValue } from '@steward/contracts/value'
import { readFormula, type FindField, type FormulaField, type Value, type ValueType } from '@steward/formulas'
import type { Catalogue, CatalogueField } from '../field/index.ts'

/** How a formula sees the values of each type; absent where it cannot read them. */
const typeOf: Partial<Record<DataType, ValueType>> = {
  number: 'number',
  mandatoryNumber: 'number',
  percentage: 'number',
  currency: 'number',
  health: 'number',
  pulse: 'number',
  string: 'text',
  longText: 'text',
  email: 'text',
  singlePicklist: 'text',
  multiPicklist: 'text',
  lifecycleStage: 'text',
  pipelineStatus: 'text',
  parentEntity: 'text',
  date: 'date',
  mandatoryDate: 'date',
  boolean: 'boolean',
}

/** The built-in fields that formulas read, by where they are kept. */
export const readBuiltIn = [
  'name',
  'externalId',
  'email',
  'about',
  'recordId',
  'health',
  'pulse',
  'stageId',
  'statusId',
  'pipelineType',
  'churned',
  'archived',
  'churnDate',
  'churnAmount',
  'createdAt',
] as const

const readable: ReadonlySet<string> = new Set(readBuiltIn)

/** A formula of this field would never come to rest. */
const neverStill = 'updatedAt'

function refusalOf(field: CatalogueField): string {
  if (field.key === neverStill) {
    return `"${field.displayName}" changes with every calculation, so it can't be used in formulas.`
  }
  if (typeOf[field.dataType]) return `"${field.displayName}" can't be used in formulas.`
  return `"${field.displayName}" contains users, records or a reason. Formulas support numbers, texts, dates, options and true or false.`
}

function toFormulaField(field: CatalogueField): FormulaField {
  const isRead = field.fieldId !== null || readable.has(field.key)
  const type = isRead ? typeOf[field.dataType] : undefined
  const known = { name: field.name, label: field.displayName, type: type ?? null }
  return type ? known : { ...known, refusal: refusalOf(field) }
}

/** A field by the name in braces: its API name, in any case, or the short one of a system field. */
function findIn(catalogue: Catalogue, name: string): CatalogueField | undefined {
  return catalogue.find(name) ?? catalogue.find(`system:${name}`)
}

export function formulaFields(catalogue: Catalogue): FindField {
  const known = new Map<string, FormulaField | undefined>()
  return (name) => {
    if (!known.has(name)) {
      // An id is not a name: it would mean another field in another company.
      const field = /^\d/.test(name) ? undefined : findIn(catalogue, name)
      known.set(name, field && toFormulaField(field))
    }
    return known.get(name)
  }
}

/** Whether a formula asks for a field by a name, whether or not there is one yet. */
export function asksFor(formula: string, name: string): boolean {
  const asked = new Set<string>()
  readFormula(formula, (one) => void asked.add(one.toLowerCase()))
  return asked.has(name.toLowerCase())
}

/** The names that are behind ids in a record. */
export interface Names {
  stages: ReadonlyMap<number, { displayName: string }>
}

type Reader = (value: unknown, field: CatalogueField, names: Names) => Value

const nameIn =
  (list: readonly { id: number; name: string }[]): Reader =>
  (value) =>
    list.find((item) => item.id === value)?.name ?? null

function optionText(value: unknown, field: CatalogueField): string | null {
  return field.options.find((option) => option.id === value)?.value ?? null
}

const readers: Partial<Record<DataType, Reader>> = {
  currency: (value) => (value as CurrencyValue).value,
  singlePicklist: optionText,
  multiPicklist: (value, field) =>
    (value as number[])
      .map((id) => optionText(id, field))
      .filter((text) => text !== null)
      .join(', '),
  lifecycleStage: (value, _field, { stages }) => stages.get(value as number)?.displayName ?? null,
  pipelineStatus: nameIn(pipelineStatuses),
  parentEntity: nameIn(pipelineTypes),
}

/** A value of a record as a formula reads it. */
export function toFormulaValue(value: unknown, field: CatalogueField, names: Names): Value {
  if (value === null || value === undefined) return null
  const read = readers[field.dataType]
  if (read) return read(value, field, names) ?? (value as Value)
  return (field.type.compared?.(value) ?? value) as Value
}

/** The currency of a value; undefined where it is none. */
export function currencyOf(value: unknown, field: CatalogueField): number | undefined {
  if (field.dataType !== 'currency' || value === null || value === undefined) return undefined
  return (value as CurrencyValue).currencyDefinitionId
}
