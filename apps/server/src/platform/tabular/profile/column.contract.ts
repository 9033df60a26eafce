import type { DateFormat } from '@steward/contracts/plain/cell-format'
import type { NumberFormat } from '../number.cell.ts'

export type ColumnType =
  | 'string'
  | 'longText'
  | 'boolean'
  | 'number'
  | 'percentage'
  | 'currency'
  | 'date'
  | 'email'
  | 'singlePicklist'
  | 'multiPicklist'

export interface ColumnGuess {
  type: ColumnType
  /** For a date: the format that reads all values. */
  dateFormat?: DateFormat
  /** Other formats that read all values too: the day and the month cannot be distinguished. */
  otherDateFormats?: DateFormat[]
  numberFormat?: NumberFormat
  /** Another format that reads all values too, some of them as other numbers. */
  otherNumberFormat?: NumberFormat
  /** For a multi-picklist: what separates the choices in a cell. */
  separator?: ';' | '|' | ','
  /** The different values (or choices), in the order they come; at most 100. */
  distinct: string[]
  distinctCount: number
  blank: number
  /** The length of the longest value in characters. */
  longest: number
}
