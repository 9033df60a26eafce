import { cellKind, type NumberedRow } from './header.detection.ts'

interface HeaderRow extends NumberedRow {
  /** Columns in which the file has a formula without its value. */
  unknown?: readonly number[]
}

interface Table {
  /** The row that names the columns. */
  header: HeaderRow
  below: readonly NumberedRow[]
  /** How a place in the file is called: `Line`, or `Row` in a workbook. */
  place: 'Line' | 'Row'
}

const filledIn = (rows: readonly NumberedRow[], column: number): boolean =>
  rows.some(({ cells }) => (cells[column] ?? '').trim() !== '')

/** Columns with values that the header has no name for. */
function noteOnNames({ header, below, place }: Table): string[] {
  const unnamed = header.cells.flatMap((cell, column) =>
    cell.trim() === '' && filledIn(below, column) ? [column] : [],
  )
  const [first] = unnamed
  if (first === undefined) return []
  const where = `${place} ${header.line}`
  if (unnamed.some((column) => header.unknown?.includes(column))) {
    return [
      `${where}: the file does not contain the value of the formula that names column ${first + 1}. Open it in Excel, save it, and upload it again.`,
    ]
  }
  const what =
    unnamed.length === 1
      ? `column ${first + 1} has no name, so it is called by its number`
      : `${unnamed.length} columns have no name, so they are called by their numbers`
  return [`${where}: ${what}. If the names are on another line, choose the lines to skip at the top.`]
}

/** Whether a row has words where the rows below it have numbers, dates and the like, and nothing else. */
function namesColumns(cells: readonly string[], below: readonly NumberedRow[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  if (filled.length < Math.max(2, cells.length / 2)) return false
  if (filled.some((cell) => cellKind(cell) !== 'text')) return false
  return cells.some((cell, column) => {
    if (cell.trim() === '') return false
    const kinds = below.map((row) => cellKind(row.cells[column] ?? '')).filter((kind) => kind !== 'empty')
    return kinds.length > 1 && kinds.every((kind) => kind !== 'text')
  })
}

function noteOnSecondHeader({ below, place }: Table): string[] {
  const [second, ...rest] = below
  if (!second || !namesColumns(second.cells, rest)) return []
  return [
    `${place} ${second.line} looks like a second header, and is read as a row. To name the columns by it, skip the ${second.line - 1 === 1 ? 'line' : `${second.line - 1} lines`} above it.`,
  ]
}

/** What may be wrong with a header, and which setting helps. */
export function notesOnHeader(table: Table): string[] {
  return [...noteOnNames(table), ...noteOnSecondHeader(table)]
}
