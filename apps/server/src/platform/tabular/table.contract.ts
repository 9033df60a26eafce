import type { TableSettings } from '@steward/contracts/sheet'

export type { TableSettings }

export type Newline = 'LF' | 'CRLF' | 'CR' | 'mixed'

export interface TableDetection {
  settings: TableSettings
  bom: string | null
  newline: Newline
  /** Unique, trimmed names: an empty one becomes `Column 3`, a repeated one gets ` (2)`. */
  columns: string[]
  rawHeader: string[]
  /** The first 50 data rows. */
  sample: string[][]
  sheets?: { name: string }[]
  /** Exact if the file is small enough to be seen whole. */
  estimatedRows: number
  /** Sentences: what was detected and why. */
  notes: string[]
}

export interface TableRow {
  /** The 1-based physical line on which the record starts, or the row of the sheet. */
  line: number
  /** The 0-based number of the data row. */
  index: number
  cells: string[]
  /** A sentence if the row does not fit the table, such as `Line 7 has 5 cells, the header has 4.` */
  problem?: string
  /** Whether it is the header once more, and so about no record. */
  isHeader?: true
  /** Cells whose value the file does not hold, with a sentence about each. */
  unread?: UnreadCell[]
}

export interface UnreadCell {
  /** From 0. */
  column: number
  message: string
}

export interface TableBatch {
  rows: TableRow[]
  bytesRead: number
  bytesTotal: number
}

export interface ReadOptions {
  /** Rows in a batch, 1,000 unless told. */
  batchRows?: number
  /** Bytes read from the disk at a time, 256 KiB unless told. */
  chunkBytes?: number
}

export type TableErrorCode =
  | 'empty'
  | 'no_rows'
  | 'not_a_table'
  | 'too_long'
  | 'too_wide'
  | 'bad_quotes'
  | 'bad_encoding'
  | 'bomb'
  | 'unsupported'

/** A file that cannot be read. The message is a sentence for people that says what to do. */
export class TableError extends Error {
  readonly code: TableErrorCode
  readonly line: number | undefined

  constructor(code: TableErrorCode, message: string, line?: number) {
    super(message)
    this.name = 'TableError'
    this.code = code
    this.line = line
  }
}

/** Characters in one record. A longer one is almost always a quote that was never closed. */
export const maxRecordLength = 16 * 1024 * 1024

export const maxColumns = 5000
