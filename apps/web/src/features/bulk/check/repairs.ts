import type { BulkCause } from '@steward/contracts/bulk'
import { hasOptions } from '@steward/contracts/data-type'
import type { ColumnMapping } from '@steward/contracts/sheet'
import type { LevelField } from '../../../entities/field/index.ts'

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

/** The columns of some fields, with their missing options allowed. */
export function withNewOptions(
  columns: readonly ColumnMapping[],
  names: ReadonlySet<string>,
): ColumnMapping[] {
  return columns.map((column) =>
    column.target !== null && names.has(column.target) ? { ...column, createOptions: true } : column,
  )
}
