import { noteProblem } from '../row.problem.ts'
import type { ReadOptions, TableBatch, TableRow, TableSettings } from '../table.contract.ts'
import { withoutTotals } from '../totals.line.ts'
import { sheetRows } from './xlsx.sheet.ts'
import { chooseSheet, openWorkbook } from './xlsx.workbook.ts'

/** Reads a sheet of a workbook in batches of rows, each as wide as the header. Throws TableError. */
export async function* readXlsx(
  path: string,
  settings: TableSettings,
  options: ReadOptions = {},
): AsyncGenerator<TableBatch> {
  const batchRows = options.batchRows ?? 1000
  const workbook = await openWorkbook(path)
  try {
    const bytesTotal = workbook.archive.size
    let header: string[] | undefined
    let index = 0
    let batch: TableRow[] = []
    for await (const { rows, share } of sheetRows(workbook, chooseSheet(workbook.sheets, settings.sheet))) {
      for (const { line, cells, unknown } of rows) {
        if (line <= settings.skipLines) continue
        if (header === undefined) {
          header = cells
          if (settings.header) continue
        }
        if (batch.length === batchRows) {
          yield { rows: batch, bytesRead: Math.round(bytesTotal * share), bytesTotal }
          batch = []
        }
        batch.push(sheetRow({ line, index, cells }, header, settings, unknown))
        index += 1
      }
    }
    batch = withoutTotals(batch, settings)
    if (batch.length > 0) yield { rows: batch, bytesRead: bytesTotal, bytesTotal }
  } finally {
    workbook.archive.close()
  }
}

/** A sheet leaves out the empty cells at the end of a row, so they are put back. */
function sheetRow(
  row: TableRow,
  header: string[],
  settings: TableSettings,
  unknown: readonly number[],
): TableRow {
  while (row.cells.length < header.length) row.cells.push('')
  if (settings.header) noteProblem(row, header, settings, 0)
  if (row.problem === undefined && unknown.length > 0)
    row.unread = unknown.map((column) => ({ column, message: noValue(row, header, column) }))
  return row
}

function noValue({ line }: TableRow, header: string[], column: number): string {
  const name = header[column]?.trim() || `Column ${column + 1}`
  const what = `Row ${line}: the file does not contain the value of the formula in "${name}".`
  return `${what} Open it in Excel, save it, and upload it again.`
}
