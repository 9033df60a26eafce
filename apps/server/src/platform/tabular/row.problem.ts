import type { TableRow, TableSettings } from './table.contract.ts'

/**
 * A sentence if the cells of a row cannot be matched to the columns with certainty. Empty cells beyond
 * the last column, and absent ones below columns without a name, do no harm and are not reported.
 */
export function rowProblem(
  row: TableRow,
  header: string[],
  settings: Pick<TableSettings, 'format' | 'header' | 'quote'>,
  stray: number,
): string | undefined {
  const place = `${settings.format === 'xlsx' ? 'Row' : 'Line'} ${row.line}`
  if (stray > 0) return `${place}: text follows the closing quote (${settings.quote}) of cell ${stray}.`
  const { cells } = row
  if (cells.length === header.length)
    return settings.header && repeatsHeader(cells, header) ? `${place} repeats the header.` : undefined
  const rest = cells.length > header.length ? cells.slice(header.length) : header.slice(cells.length)
  if (rest.every((cell) => cell.trim() === '')) return undefined
  const compared = settings.header ? 'the header' : 'the first row'
  return `${place} has ${counted(cells.length)}, ${compared} has ${header.length}.`
}

/** Says on a row that it does not fit the table. */
export function noteProblem(
  row: TableRow,
  header: string[],
  settings: Parameters<typeof rowProblem>[2],
  stray: number,
): void {
  const problem = rowProblem(row, header, settings, stray)
  if (problem === undefined) return
  row.problem = problem
  if (stray === 0 && settings.header && repeatsHeader(row.cells, header)) row.isHeader = true
}

/** Files that were put together from several have their headers in the middle. */
export function repeatsHeader(cells: readonly string[], header: readonly string[]): boolean {
  if (cells.length < 2 || cells[0] !== header[0]) return false
  return cells.some((cell) => cell !== '') && cells.every((cell, at) => cell === header[at])
}

function counted(count: number): string {
  return count === 1 ? '1 cell' : `${count} cells`
}
