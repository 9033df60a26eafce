import { stat } from 'node:fs/promises'
import { createScanner } from './csv.scanner.ts'
import { withoutGuard } from './csv.writing.ts'
import { noteProblem } from './row.problem.ts'
import type { ReadOptions, TableBatch, TableRow, TableSettings } from './table.contract.ts'
import { readText } from './text.decoding.ts'
import { withoutTotals } from './totals.line.ts'

/** Reads a delimited file in batches of rows; memory does not grow with the file. Throws TableError. */
export async function* readCsv(
  path: string,
  settings: TableSettings,
  options: ReadOptions = {},
): AsyncGenerator<TableBatch> {
  const batchRows = options.batchRows ?? 1000
  const bytesTotal = (await stat(path)).size
  let header: string[] | undefined
  let index = 0
  let rows: TableRow[] = []
  const scanner = createScanner(settings, (line, scanned, stray) => {
    const cells = scanned.map(withoutGuard)
    if (header === undefined) {
      header = cells
      if (settings.header) return
    }
    if (settings.fillShort) while (cells.length < header.length) cells.push('')
    const row: TableRow = { line, index, cells }
    noteProblem(row, header, settings, stray)
    index += 1
    rows.push(row)
  })
  for await (const { text, bytesRead, last } of readText(path, settings.encoding, options.chunkBytes)) {
    scanner.push(text, last)
    let start = 0
    // The last row stays, as it may be one of totals.
    for (; rows.length - start > batchRows; start += batchRows) {
      yield { rows: rows.slice(start, start + batchRows), bytesRead, bytesTotal }
    }
    if (start > 0) rows = rows.slice(start)
  }
  rows = withoutTotals(rows, settings)
  if (rows.length > 0) yield { rows, bytesRead: bytesTotal, bytesTotal }
}
