import { numberParts } from './number.cell.ts'
import type { TableRow, TableSettings } from './table.contract.ts'

const words = [
  'total|totals|grand total|sum|sum total|overall total',
  'summe|gesamt|gesamtsumme|summe gesamt|endsumme|insgesamt',
  'total général|total general|totaux|somme|suma|suma total|totales|totale|totali|totale generale|somma',
  'totaal|eindtotaal|totalt|summa|i alt|yhteensä|razem|celkem|összesen|итого|всего|合計|总计',
].join('|')
const label = new RegExp(`^(?:${words})\\s*:?$`, 'iu')

/** A code with leading zeros is no sum. */
const isSum = (text: string): boolean => !/^0\d/.test(text) && numberParts(text) !== undefined

/** The label of a line of totals, such as `Summe`: its first value, and all others are numbers; else undefined. */
export function labelOfTotals(cells: readonly string[]): string | undefined {
  const [first, ...rest] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (cells.length < 2 || first === undefined || !label.test(first)) return undefined
  return rest.every(isSum) ? first : undefined
}

/** A line of totals adds up at least two rows. `index` is its place among the data rows, from 0. */
export function mayHaveTotals(index: number, { header, keepTotals }: TableSettings): boolean {
  return !keepTotals && index + (header ? 1 : 0) >= 3
}

/** The last rows of a table without its line of totals. */
export function withoutTotals(rows: TableRow[], settings: TableSettings): TableRow[] {
  const last = rows.at(-1)
  if (!last || !mayHaveTotals(last.index, settings)) return rows
  return labelOfTotals(last.cells) === undefined ? rows : rows.slice(0, -1)
}
