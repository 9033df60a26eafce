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

/** How a file calls what it refers to: so that it can be read back, and for people. */
export interface CellNames {
  keys: FileNames
  shown: FileNames
}

/** One row of a file: what is not set is an empty text. */
export function cellsOf(record: RecordBody, columns: readonly ExportColumn[], names: CellNames): FileCell[] {
  return columns.map(({ field, valueOf, isNamed }) => {
    const value = valueOf(record)
    if (value === null) return ''
    const known = isNamed ? names.shown : names.keys
    return field.type.write?.(value, known, field) ?? (value as Exclude<FieldValue, number[] | object>)
  })
}
