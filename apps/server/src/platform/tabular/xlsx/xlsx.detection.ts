import { columnNames, firstRowIsHeader, rowsBeforeTable } from '../header.detection.ts'
import { notesOnHeader } from '../header.notes.ts'
import { TableError, type TableDetection, type TableSettings } from '../table.contract.ts'
import { sheetRows, type SheetRow } from './xlsx.sheet.ts'
import { chooseSheet, openWorkbook, type Sheet, type Workbook } from './xlsx.workbook.ts'

const sampleRows = 50
// the sample, its header and the remarks above it
const lookedRows = 80

/** Finds the sheet, the header and the first rows of a workbook. Throws TableError. */
export async function detectXlsx(path: string, overrides: Partial<TableSettings>): Promise<TableDetection> {
  const workbook = await openWorkbook(path)
  try {
    const sheet = chooseSheet(workbook.sheets, overrides.sheet)
    return await detectSheet(workbook, sheet, overrides)
  } finally {
    workbook.archive.close()
  }
}

async function detectSheet(
  workbook: Workbook,
  sheet: Sheet,
  overrides: Partial<TableSettings>,
): Promise<TableDetection> {
  const { rows, share } = await firstRows(workbook, sheet)
  const skipLines = overrides.skipLines ?? linesAbove(rows)
  const shown = rows.filter(({ line }) => line > skipLines)
  const table = shown.map(({ cells }) => cells)
  const header = overrides.header ?? firstRowIsHeader(table)
  const rawHeader = header ? (table[0] ?? []) : []
  const data = table.slice(header ? 1 : 0)
  if (data.length === 0) throw noRows(sheet, rows.length > 0)
  const sample = data.slice(0, sampleRows)
  const width = header ? rawHeader.length : Math.max(...sample.map((cells) => cells.length))
  return {
    settings: {
      format: 'xlsx',
      encoding: 'utf-8',
      delimiter: ',',
      quote: '"',
      decimal: '.',
      header,
      skipLines,
      sheet: sheet.name,
      ...(overrides.keepTotals ? { keepTotals: true } : {}),
    },
    bom: null,
    newline: 'LF',
    columns: columnNames(rawHeader, width),
    rawHeader,
    sample: sample.map((cells) => padded(cells, width)),
    sheets: workbook.sheets.map(({ name }) => ({ name })),
    estimatedRows: share === 1 ? data.length : Math.round(data.length / Math.max(share, 1e-6)),
    notes: [...notes(workbook, sheet, header, skipLines), ...(header ? headerNotes(shown) : [])],
  }
}

function headerNotes([header, ...below]: SheetRow[]): string[] {
  return header ? notesOnHeader({ header, below, place: 'Row' }) : []
}

async function firstRows(workbook: Workbook, sheet: Sheet): Promise<{ rows: SheetRow[]; share: number }> {
  const all: SheetRow[] = []
  let read = 0
  for await (const { rows, share } of sheetRows(workbook, sheet)) {
    for (const row of rows) all.push(row)
    read = share
    if (all.length >= lookedRows) break
  }
  return { rows: all, share: read }
}

function linesAbove(rows: SheetRow[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows.slice(0, lookedRows))
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [width] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1]
  const first = rows[rowsBeforeTable(rows, width)]
  return first ? first.line - 1 : 0
}

function padded(cells: string[], width: number): string[] {
  return cells.length >= width ? cells : [...cells, ...Array<string>(width - cells.length).fill('')]
}

function noRows(sheet: Sheet, some: boolean): TableError {
  const what = some ? 'has a header but no rows below it' : 'is empty'
  return new TableError(
    'no_rows',
    `The sheet "${sheet.name}" ${what}. Choose another sheet, or add the rows.`,
  )
}

function notes({ sheets }: Workbook, sheet: Sheet, header: boolean, skipLines: number): string[] {
  const all = [`The file is an Excel workbook; the sheet "${sheet.name}" is read.`]
  if (sheets.length > 1) all.push(`It has ${sheets.length} sheets.`)
  all.push(
    header ? 'The first row names the columns.' : 'The first row is data, so the columns have numbers.',
  )
  if (skipLines > 0) all.push(`The table starts in row ${skipLines + 1}; lines above it are skipped.`)
  return all
}
