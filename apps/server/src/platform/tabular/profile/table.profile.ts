import { stat } from 'node:fs/promises'
import { createSpanScanner, textsOf, type Spans } from '../csv.scanner.ts'
import { withoutGuard } from '../csv.writing.ts'
import { repeatsHeader, rowProblem } from '../row.problem.ts'
import type { TableSettings } from '../table.contract.ts'
import { readText } from '../text.decoding.ts'
import { readXlsx } from '../xlsx/xlsx.reader.ts'
import { createCellBlock } from './cell.block.ts'
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
/** Their texts, and where they are in them, fit into the nearest memory of a processor. */
const cellsInBlock = 1 << 14

interface Gathering {
  add(line: number, cells: Spans): void
  finish(): TableProfile
  rows(): number
}

const [space, apostrophe, hardSpace] = [32, 39, 160]

/** Cells hardly ever have space around them, or a guard in front: those that have neither are taken as they are. */
function isBare(text: string, start: number, end: number): boolean {
  const [first, last] = [text.charCodeAt(start), text.charCodeAt(end - 1)]
  if (first <= space || first === apostrophe || first === hardSpace) return false
  return last > space && last !== hardSpace
}

/** The cells of a sheet, as a scanner gives them. */
const spansOf = (cells: string[]): Spans => ({
  count: cells.length,
  texts: cells,
  starts: cells.map(() => 0),
  ends: cells.map(({ length }) => length),
  mayBreak: true,
})

/** Whether a record begins as the header does. */
function mayRepeat({ texts, starts, ends }: Spans, [name = '']: readonly string[]): boolean {
  const start = starts[0] as number
  return (ends[0] as number) - start === name.length && (texts[0] as string).startsWith(name, start)
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
  const rowsInBlock = Math.max(1, Math.floor(cellsInBlock / width))
  const block = createCellBlock(width, rowsInBlock)
  const ragged = { count: 0, line: 0 }
  const short = { count: 0, line: 0 }
  const headers = { count: 0, line: 0 }
  let header: string[] | undefined
  const isText = settings.format === 'csv'
  let rows = 0

  function isRagged(line: number, cells: Spans, names: string[]): boolean {
    if (settings.fillShort && cells.count < names.length) return false
    return rowProblem({ line, index: rows, cells: textsOf(cells) }, names, settings, 0) !== undefined
  }

  function profileCell(profiler: ColumnProfiler, text: string, start: number, end: number): void {
    if (isBare(text, start, end)) {
      profiler.add(text, start, end)
      return
    }
    const cell = text.slice(start, end).trim()
    const value = isText ? withoutGuard(cell) : cell
    if (value !== '') profiler.add(value, 0, value.length)
  }

  /** Column by column: what is known of a column and how its cells are read stays at hand meanwhile. */
  function profileBlock(): void {
    for (const [column, profiler] of profilers.entries()) {
      for (let row = 0; row < block.rows; row += 1) {
        const at = row * width + column
        const [start, end] = [block.starts[at] as number, block.ends[at] as number]
        if (start < end) profileCell(profiler, block.texts[at] as string, start, end)
      }
    }
    block.rows = 0
  }

  /** Line breaks around a cell are none within it. */
  function noteBreaks(cells: Spans): void {
    for (const [at, cell] of textsOf(cells).entries()) {
      if (cell.trim().includes('\n')) profilers[at]?.noteBreak()
    }
  }

  return {
    add(line, cells) {
      if (!header) {
        header = textsOf(cells)
        if (settings.header) return
      }
      rows += 1
      if (cells.count !== header.length) {
        if (isRagged(line, cells, header)) {
          note(ragged, line)
          if (cells.count < header.length) note(short, line)
        }
      } else if (settings.header && mayRepeat(cells, header) && repeatsHeader(textsOf(cells), header)) {
        note(headers, line)
        return
      }
      if (cells.mayBreak) noteBreaks(cells)
      block.take(cells)
      if (block.rows === rowsInBlock) profileBlock()
    },
    finish() {
      profileBlock()
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
      for (const { line, cells } of rows) gathering.add(line, spansOf(cells))
      onProgress(bytesRead / bytesTotal, gathering.rows())
    }
    return gathering.finish()
  }
  const scanner = createSpanScanner(settings, (line, cells) => gathering.add(line, cells))
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
