import type { BulkCause } from '@steward/contracts/bulk'
import { hasOptions, referredLevel } from '@steward/contracts/data-type'
import type { Level } from '@steward/contracts/level'
import type { ColumnMapping } from '@steward/contracts/sheet'
import type { LevelField } from '../../../entities/field/index.ts'
import { mayCreateNamed } from '../mapping/column-target.ts'
import type { Choices } from '../wizard/import-draft.ts'

/** Stands for a value that becomes an option of its picklist. */
export const asOption = Symbol('an option')

/** The text that a value is read as, or that it becomes an option. */
export type Repair = string | typeof asOption

/** What each value of one field is read as. */
export type Repairs = ReadonlyMap<string, Repair>

/** The only column that fills a field; columns that are joined cannot be repaired. */
export function onlyColumn(
  columns: readonly ColumnMapping[],
  field: string | null,
): ColumnMapping | undefined {
  const [first, ...more] = columns.filter(({ target }) => target !== null && target === field)
  return more.length === 0 ? first : undefined
}

/** The columns with further repairs of one field; an earlier one of the same text gives way. */
export function withRepairs(
  columns: readonly ColumnMapping[],
  field: string,
  repairs: Repairs,
): ColumnMapping[] {
  return columns.map((column) => {
    if (column.target !== field) return column
    const kept = (column.repairs ?? []).filter(({ from }) => !repairs.has(from))
    const texts = [...repairs].flatMap(([from, to]) => (to === asOption ? [] : [{ from, to }]))
    const added = [...repairs].flatMap(([text, to]) => (to === asOption ? [text] : []))
    return {
      ...column,
      repairs: [...kept, ...texts],
      ...(added.length > 0 && { newOptions: [...new Set([...(column.newOptions ?? []), ...added])] }),
    }
  })
}

/** Values that are no options of their picklists yet, by field. */
export function missingOptions(
  causes: readonly BulkCause[],
  fields: readonly LevelField[],
): { field: LevelField; values: string[] }[] {
  return fields.flatMap((field) => {
    if (!hasOptions(field.dataType)) return []
    const values = causes.filter((cause) => cause.field === field.name).flatMap((cause) => cause.values)
    const texts = [...new Set(values.map(({ text }) => text))]
    return texts.length > 0 ? [{ field, values: texts }] : []
  })
}

/** Records that a column names, that are not there, and that the import may create. */
export interface MissingParents {
  field: LevelField
  names: string[]
}

/** The organizations and accounts that are not there yet, by the fields that name them. */
export function missingParents(
  level: Level,
  causes: readonly BulkCause[],
  fields: readonly LevelField[],
  columns: readonly ColumnMapping[],
): MissingParents[] {
  return fields.flatMap((field) => {
    const column = onlyColumn(columns, field.name)
    if (referredLevel(field.dataType) === undefined || !column) return []
    if (column.createParents || column.idSource !== undefined) return []
    if (!mayCreateNamed(level, field, column.match)) return []
    const absent = causes.filter((cause) => cause.field === field.name && isOfAbsent(cause))
    const names = [...new Set(absent.flatMap(({ values }) => values.map(({ text }) => text)))]
    return names.length > 0 ? [{ field, names }] : []
  })
}

const isOfAbsent = ({ message }: BulkCause): boolean => message.includes(': there is no ')

/** The column of a field, with records that it names created where they are not there. */
export function withNewParents(columns: readonly ColumnMapping[], { name }: LevelField): ColumnMapping[] {
  return columns.map((column) => (column.target === name ? { ...column, createParents: true } : column))
}

const isOfNoParent = ({ field, message }: BulkCause): boolean =>
  field === 'account' && message.startsWith('Choose an organization or account')

/** The parent that all rows may get which name none, and how many they are. */
export function parentForAll(
  causes: readonly BulkCause[],
  fields: readonly LevelField[],
  { columns, mode }: Pick<Choices, 'columns' | 'mode'>,
): { field: LevelField; count: number } | null {
  const cause = causes.find(isOfNoParent)
  if (!cause || mode === 'update') return null
  const filled = new Set(columns.map(({ target }) => target))
  const open = ['organization', 'account'].find((name) => !filled.has(name))
  const field = fields.find(({ name }) => name === open)
  return field ? { field, count: cause.count } : null
}

/** The columns of some fields, with their missing options allowed. */
export function withNewOptions(
  columns: readonly ColumnMapping[],
  names: ReadonlySet<string>,
): ColumnMapping[] {
  return columns.map((column) =>
    column.target !== null && names.has(column.target) ? { ...column, createOptions: true } : column,
  )
}
