import { detectCsv, readHead } from './csv.detection.ts'
import { readCsv } from './csv.reader.ts'
import { fileKind } from './file.kind.ts'
import type { ReadOptions, TableBatch, TableDetection, TableSettings } from './table.contract.ts'
import { detectXlsx } from './xlsx/xlsx.detection.ts'
import { readXlsx } from './xlsx/xlsx.reader.ts'

export * from './table.contract.ts'
export { guessColumn } from './column.guess.ts'
export type { ColumnGuess, ColumnType } from './profile/column.contract.ts'
export type { ColumnProfile } from './profile/column.profile.ts'
export { profileTable, type TableProfile } from './profile/table.profile.ts'
export { csvLine } from './csv.writing.ts'
export { parseDateCell } from './date.cell.ts'
export { numberParts, parseBooleanCell, parseNumberCell, type NumberFormat } from './number.cell.ts'

/**
 * Looks at a file and says how it is to be read. What is in `overrides` is taken as given instead of
 * detected. Throws TableError with a sentence that says what to do.
 */
export async function detectTable(
  path: string,
  fileName: string,
  overrides: Partial<TableSettings> = {},
): Promise<TableDetection> {
  const kind = fileKind(await readHead(path, 64 * 1024), fileName)
  return kind === 'zip' ? detectXlsx(path, overrides) : detectCsv(path, overrides)
}

/** Reads the data rows in batches; memory does not grow with the file. Throws TableError. */
export function readTable(
  path: string,
  settings: TableSettings,
  options: ReadOptions = {},
): AsyncGenerator<TableBatch> {
  return settings.format === 'xlsx' ? readXlsx(path, settings, options) : readCsv(path, settings, options)
}
