import { referredLevel } from '@steward/contracts/data-type'
import type { RecordBody } from '@steward/contracts/record'
import type { FieldValue } from '@steward/contracts/value'
import type { FileCell, FileNames } from '../data-type/index.ts'
import type { ExportColumn } from './export.column.ts'

/** The records that cells name, so that their names can be looked up at once. */
export function namedRecordIds(records: readonly RecordBody[], columns: readonly ExportColumn[]): number[] {
  const referring = columns.filter(({ field }) => referredLevel(field.dataType) !== undefined)
  const ids = records.flatMap((record) => referring.map(({ valueOf }) => valueOf(record)))
  return [...new Set(ids.filter((id): id is number => typeof id === 'number'))]
}

/** One row of a file: what is not set is an empty text. */
export function cellsOf(record: RecordBody, columns: readonly ExportColumn[], names: FileNames): FileCell[] {
  return columns.map(({ field, valueOf }) => {
    const value = valueOf(record)
    if (value === null) return ''
    return field.type.write?.(value, names, field) ?? (value as Exclude<FieldValue, number[] | object>)
  })
}
