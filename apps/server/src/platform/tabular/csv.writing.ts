const needsQuotes = /[",\r\n]|^\s|\s$/
// Spreadsheets take full-width signs for the plain ones.
// A text that has the apostrophe already gets one more, so that it is distinguished from one that was given it.
const startsFormula = /^'*[=+\-@＝＋－＠\t\r]/
const plainNumber = /^[+-]?(\d+([.,]\d+)*|[.,]\d+)([eE][+-]?\d+)?%?$/

/**
 * One cell of a CSV file, quoted where RFC 4180 asks for it. A text that a spreadsheet would run as a
 * formula gets a leading apostrophe; numbers are left alone.
 */
export function csvCell(text: string): string {
  const safe = startsFormula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const isGuarded = /^'+[=+\-@＝＋－＠\t\r]/

/** A cell without the apostrophe that keeps a spreadsheet from running it as a formula. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && isGuarded.test(cell) ? cell.slice(1) : cell
}

/** One line of a CSV file, with its CRLF. */
export function csvLine(cells: readonly string[]): string {
  // a single empty cell would read as a blank line
  if (cells.length === 1 && cells[0] === '') return '""\r\n'
  return `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`
}
