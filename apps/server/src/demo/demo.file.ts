import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readTable, type TableSettings } from '../platform/tabular/index.ts'

/** A row of a demo file by its column names; an empty cell is an empty text. */
export type Row = Readonly<Record<string, string>>

const settings: TableSettings = {
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  header: false,
  skipLines: 0,
}

const pathOf = (file: string): string => fileURLToPath(new URL(`../../demo/${file}`, import.meta.url))

/** A file in apps/server/demo as it is. */
export function readBytes(file: string): Promise<Buffer> {
  return readFile(pathOf(file))
}

/** All rows of a file in apps/server/demo. */
export async function readRows(file: string): Promise<Row[]> {
  const path = pathOf(file)
  const rows: string[][] = []
  for await (const batch of readTable(path, settings)) rows.push(...batch.rows.map((row) => row.cells))
  const [names = [], ...records] = rows
  return records.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])))
}

/** A cell of a column that the file is known to have. */
export function cell(row: Row, column: string): string {
  return required(row[column], `the column ${column}`)
}

/** A cell as a number, or null where it is empty. */
export function numberCell(row: Row, column: string): number | null {
  const text = cell(row, column)
  return text === '' ? null : Number(text)
}

/** The rows under each value of a column, in the order of the file. */
export function rowsBy(rows: readonly Row[], column: string): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => cell(row, column))
}

/** The values of a column, the most frequent first, and in the order of the file where they are level. */
export function mostFrequent(rows: readonly Row[], column: string): string[] {
  const groups = [...rowsBy(rows, column)].toSorted((a, b) => b[1].length - a[1].length)
  return groups.map(([value]) => value)
}

/** What must be there. Throws with the name of what is not. */
export function required<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`The demo lacks ${what}`)
  return value
}
