import { stat } from 'node:fs/promises'
import { createScanner } from '../csv.scanner.ts'
import { withoutGuard } from '../csv.writing.ts'
import { repeatsHeader, rowProblem } from '../row.problem.ts'
import type { TableSettings } from '../table.contract.ts'
import { readText } from '../text.decoding.ts'
import { readXlsx } from '../xlsx/xlsx.reader.ts'
import { createColumnProfiler, type ColumnProfile, type ColumnProfiler } from './column.profile.ts'
import { tableEntries } from './distinct.counter.ts'

/** What all rows of a table amount to. */
export interface TableProfile {
  rows: number
  columns: ColumnProfile[]
  /** Rows with more or fewer cells than the header has, and the line of the first. */
  ragged: { count: number; line: number }
  /** Those of them with fewer cells, where they are not filled up; absent in profiles of earlier releases. */
  short?: { count: number; line: number }
  /** Lines on which the header comes again. */
  headers: { count: number; line: number }
}

/** Receives how much of the file has been read, from 0 to 1, and how many rows that were. */
export type OnProgress = (share: number, rows: number) => void

const countedValues = 100_000
const mostCountedValues = 1000

interface Gathering {
  add(line: number, cells: readonly string[]): void
  finish(): TableProfile
  rows(): number
}

/** Cells hardly ever have space around them, and trimming all of them takes time. */
function trimmed(cell: string): string {
  const { length } = cell
  if (length === 0) return cell
  const [first, last] = [cell.charCodeAt(0), cell.charCodeAt(length - 1)]
  return first <= 32 || last <= 32 || first === 160 || last === 160 ? cell.trim() : cell
}

interface Noted {
  count: number
  line: number
}

function note(what: Noted, line: number): void {
  what.count += 1
  if (what.count === 1) what.line = line
}

function gather(settings: TableSettings, width: number): Gathering {
  const budget = { left: tableEntries }
  const mostCounted = Math.max(40, Math.min(mostCountedValues, Math.floor(countedValues / width)))
  const profilers: ColumnProfiler[] = Array.from({ length: width }, () =>
    createColumnProfiler(budget, mostCounted),
  )
  const ragged = { count: 0, line: 0 }
  const short = { count: 0, line: 0 }
  const headers = { count: 0, line: 0 }
  let header: string[] | undefined
  const isText = settings.format === 'csv'
  let rows = 0

  function isRagged(line: number, cells: readonly string[], names: string[]): boolean {
    if (settings.fillShort && cells.length < names.length) return false
    return rowProblem({ line, index: rows, cells: [...cells] }, names, settings, 0) !== undefined
  }

  function profileCells(cells: readonly string[]): void {
    const length = Math.min(cells.length, width)
    for (let at = 0; at < length; at += 1) {
      const cell = trimmed(cells[at] as string)
      if (cell !== '') profilers[at]?.add(isText ? withoutGuard(cell) : cell)
    }
  }

  return {
    add(line, cells) {
      if (!header) {
        header = [...cells]
        if (settings.header) return
      }
      rows += 1
      if (cells.length !== header.length) {
        if (isRagged(line, cells, header)) {
          note(ragged, line)
          if (cells.length < header.length) note(short, line)
        }
      } else if (settings.header && repeatsHeader(cells, header)) {
        note(headers, line)
        return
      }
      profileCells(cells)
    },
    finish() {
      const decimal = settings.decimal ?? '.'
      return { rows, columns: profilers.map((one) => one.finish(rows, decimal)), ragged, short, headers }
    },
    rows: () => rows,
  }
}

/**
 * Reads a table once, from end to end, into a profile of each of its `width` columns. Memory does not grow with
 * the file. Throws TableError.
 */
export async function profileTable(
  path: string,
  settings: TableSettings,
  width: number,
  onProgress: OnProgress = () => undefined,
): Promise<TableProfile> {
  const gathering = gather(settings, width)
  if (settings.format === 'xlsx') {
    for await (const { rows, bytesRead, bytesTotal } of readXlsx(path, { ...settings, header: false })) {
      for (const { line, cells } of rows) gathering.add(line, cells)
      onProgress(bytesRead / bytesTotal, gathering.rows())
    }
    return gathering.finish()
  }
  const scanner = createScanner(settings, (line, cells) => gathering.add(line, cells))
  for await (const { text, share, last } of textOf(path, settings)) {
    scanner.push(text, last)
    onProgress(share, gathering.rows())
  }
  return gathering.finish()
}

async function* textOf(path: string, settings: TableSettings) {
  const total = (await stat(path)).size
  for await (const { text, bytesRead, last } of readText(path, settings.encoding)) {
    yield { text, share: bytesRead / total, last }
  }
}
