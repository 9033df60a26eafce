const needsQuotes = /[",\r\n]|^\s|\s$/
const startsFormula = /^[=+\-@\t\r]/
const plainNumber = /^[+-]?(\d+([.,]\d+)*|[.,]\d+)([eE][+-]?\d+)?%?$/

/**
 * One cell of a CSV file, quoted where RFC 4180 asks for it. A text that a spreadsheet would run as a
 * formula gets a leading apostrophe; numbers are left alone.
 */
export function csvCell(text: string): string {
  const safe = startsFormula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV file, with its CRLF. */
export function csvLine(cells: readonly string[]): string {
  // a single empty cell would read as a blank line
  if (cells.length === 1 && cells[0] === '') return '""\r\n'
  return `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`
}
