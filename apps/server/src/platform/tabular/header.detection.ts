type CellKind = 'empty' | 'number' | 'date' | 'boolean' | 'email' | 'text'

const number = /^[+-]?[€$£¥]?\s?[+-]?(\d[\d.,' \u00a0\u202f]*|[.,]\d+)([eE][+-]?\d+)?\s?[%€$£¥]?$/
const date = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})([T ].*)?$/
const time = /^\d{1,2}:\d{2}(:\d{2})?( ?[ap]m)?$/i
const email = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/

/** The rough type of a cell; enough to distinguish a header from data. */
export function cellKind(text: string): CellKind {
  const cell = text.trim()
  if (cell === '') return 'empty'
  if (date.test(cell) || time.test(cell)) return 'date'
  if (number.test(cell)) return 'number'
  if (/^(true|false)$/i.test(cell)) return 'boolean'
  return email.test(cell) ? 'email' : 'text'
}

/** The rows of a file before it is known which of them is the header. */
export interface NumberedRow {
  line: number
  cells: string[]
}

const farthestHeader = 20

/**
 * How many of the first rows are remarks above the table: a title, the date of an export, comment
 * lines. `width` is the usual number of cells.
 */
export function rowsBeforeTable(rows: NumberedRow[], width: number): number {
  let at = 0
  while (at < Math.min(farthestHeader, rows.length - 1) && isRemark(rows, at, width)) at += 1
  return at
}

function isRemark(rows: NumberedRow[], at: number, width: number): boolean {
  const cells = rows[at]?.cells ?? []
  if (at === 0 && /^"?sep=/i.test(cells[0] ?? '')) return true
  if (width < 2) return false
  if (cells.length === 1 || isMarked(cells, width)) return true
  return width > 2 && isAboveTable(rows, at, width)
}

function isAboveTable(rows: NumberedRow[], at: number, width: number): boolean {
  const cells = rows[at]?.cells ?? []
  return isEmptyBelow(cells, at) || isGroupLine(rows, at, width) || isTitle(rows, at, width)
}

/** Whether a line without any text comes after the first one. */
function isEmptyBelow(cells: string[], at: number): boolean {
  return at > 0 && filled(cells) === 0
}

/** A line with one text, above a line that names columns. */
function isTitle(rows: NumberedRow[], at: number, width: number): boolean {
  if (filled(rows[at]?.cells ?? []) !== 1) return false
  return rows.slice(at + 1, at + 10).some(({ cells: next }) => {
    return (
      filled(next) >= Math.max(2, width / 2) && next.every((cell) => cell === '' || cellKind(cell) === 'text')
    )
  })
}

const isText = (cell: string) => cell === '' || cellKind(cell) === 'text'

/** A line of group names above the names of the columns: texts with gaps, above a line of texts without gaps. */
function isGroupLine(rows: NumberedRow[], at: number, width: number): boolean {
  const cells = rows[at]?.cells ?? []
  const next = rows[at + 1]?.cells ?? []
  return (
    filled(cells) > 0 &&
    filled(cells) * 2 <= width &&
    cells.every(isText) &&
    filled(next) >= width &&
    next.every(isText) &&
    rows.slice(at + 2, at + 12).some((row) => !row.cells.every(isText))
  )
}

function isMarked(cells: string[], width: number): boolean {
  return cells[0]?.startsWith('#') === true && cells.length !== width
}

function filled(cells: string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length
}

/**
 * Whether the first row names the columns. It does unless its cells are values of the same kind as the
 * cells below them (numbers above numbers, dates above dates).
 */
export function firstRowIsHeader(rows: string[][]): boolean {
  const first = rows[0] ?? []
  const below = rows.slice(1, 51)
  let names = 0
  let values = 0
  for (const [column, cell] of first.entries()) {
    const kind = cellKind(cell)
    const kinds = below.map((row) => cellKind(row[column] ?? '')).filter((one) => one !== 'empty')
    if (kind === 'text') names += kinds.length > 0 && kinds.every((one) => one !== 'text') ? 1 : 0
    else if (kind !== 'empty') values += isValueAmong(cell, kind, kinds, below, column) ? 1 : 0
  }
  return values === 0 || names > values
}

function isValueAmong(
  cell: string,
  kind: string,
  kinds: string[],
  below: string[][],
  column: number,
): boolean {
  const alike = kinds.filter((one) => one === kind).length
  if (alike * 2 < kinds.length) return false
  // 2024, 2025, 2026 above amounts are names; above other years they are values
  const year = /^(19|20)\d\d$/
  return !year.test(cell) || kinds.length === 0 || below.some((row) => year.test(row[column] ?? ''))
}

/** Unique, trimmed names for the columns of a header, or for `width` columns without one. */
export function columnNames(header: string[], width = header.length): string[] {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, at) => {
    const name = (header[at] ?? '').replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim() || `Column ${at + 1}`
    let unique = name
    for (let copy = 2; taken.has(unique.toLowerCase()); copy += 1) unique = `${name} (${copy})`
    taken.add(unique.toLowerCase())
    return unique
  })
}
