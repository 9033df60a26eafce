import { stat } from 'node:fs/promises'
import { createScanner } from '../csv.scanner.ts'
import { repeatsHeader, rowProblem } from '../row.problem.ts'
import type { TableRow, TableSettings } from '../table.contract.ts'
import { readText, readUtf8 } from '../text.decoding.ts'
import { labelOfTotals, mayHaveTotals } from '../totals.line.ts'
import { readXlsx } from '../xlsx/xlsx.reader.ts'
import { createByteScanner, isPlain, textsOf, type Spans } from './byte.scanner.ts'
import { createCellBlock } from './cell.block.ts'
import { trimRun } from './cell.trimming.ts'
import { joinTexts, type Piece } from './cell.bytes.ts'
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
  /** The line of totals at the end, which is no row; absent where there is none. */
  totals?: Totals
}

interface Totals {
  line: number
  label: string
}

/** Receives how much of the file has been read, from 0 to 1, and how many rows that were. */
export type OnProgress = (share: number, rows: number) => void

const countedValues = 100_000
const mostCountedValues = 1000
/** Where they are fits into the nearest memory of a processor. */
const cellsInBlock = 1 << 14

type Row = Pick<TableRow, 'line' | 'cells'>

interface Gathering {
  /** Takes a row; its cells stay in their piece until that is left. */
  add(line: number, cells: Spans): void
  /** Takes rows that were read as texts. */
  addTexts(rows: readonly Row[]): void
  /** Deals with what is in the piece, as the next may take its place. */
  leavePiece(): void
  finish(): TableProfile
  rows(): number
}

/** Whether a record begins as the header does. */
function mayRepeat({ piece, starts, ends }: Spans, name: Buffer): boolean {
  const [start, end] = [starts[0] as number, ends[0] as number]
  if (end - start !== name.length || piece.bytes[start] !== name[0]) return false
  return piece.bytes.compare(name, 0, name.length, start, end) === 0
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
  let firstName = Buffer.alloc(0)
  let piece: Piece | undefined
  const isText = settings.format === 'csv'
  let rows = 0
  let lastLine = 0
  /** How many of the last row's cells there are, where it is ragged. */
  let raggedCells: number | undefined
  /** The last row of the pieces before, where it may have totals: it waits for rows after it. */
  let held: (Totals & { cells: string[] }) | undefined

  function isRagged(line: number, cells: Spans, names: string[]): boolean {
    if (settings.fillShort && cells.count < names.length) return false
    return rowProblem({ line, index: rows, cells: textsOf(cells) }, names, settings, 0) !== undefined
  }

  const isHeader = (cells: Spans, names: string[]): boolean =>
    settings.header && mayRepeat(cells, firstName) && repeatsHeader(textsOf(cells), names)

  function lastCells({ bytes }: Piece): string[] {
    return profilers.map((_, column) => {
      const at = column * rowsInBlock + block.rows - 1
      return bytes.toString('utf8', block.starts[at], block.ends[at])
    })
  }

  function profileHeld(): void {
    if (!held) return
    const { piece: from, ends } = joinTexts(held.cells)
    for (const [column, profiler] of profilers.entries()) {
      const run = {
        piece: from,
        starts: Int32Array.of(ends[column - 1] ?? 0),
        ends: Int32Array.of(ends[column] ?? 0),
        from: 0,
        to: 1,
      }
      profiler.take(trimRun(run, isText))
    }
    held = undefined
  }

  function leavePiece(): void {
    if (!piece || block.rows === 0) return
    const cells = mayHaveTotals(rows - 1, settings) ? lastCells(piece) : []
    const label = labelOfTotals(cells)
    if (label !== undefined) block.rows -= 1
    if (block.rows > 0) leaveBlock()
    else profileHeld()
    block.rows = 0
    if (label !== undefined) held = { line: lastLine, label, cells }
  }

  /** Leaves the held row out: nothing has come after it. */
  function leaveTotals(): Totals | undefined {
    if (!held) return undefined
    rows -= 1
    if (raggedCells !== undefined) {
      ragged.count -= 1
      if (raggedCells < (header?.length ?? 0)) short.count -= 1
    }
    return { line: held.line, label: held.label }
  }

  /** Column by column: what is known of a column and how its cells are read stays at hand meanwhile. */
  function leaveBlock(): void {
    if (!piece || block.rows === 0) return
    profileHeld()
    const { starts, ends } = block
    for (const [column, profiler] of profilers.entries()) {
      const from = column * rowsInBlock
      profiler.take(trimRun({ piece, starts, ends, from, to: from + block.rows }, isText))
    }
    block.rows = 0
  }

  /** Line breaks around a cell are none within it. */
  function noteBreaks(cells: Spans): void {
    for (const [at, cell] of textsOf(cells).entries()) {
      if (cell.trim().includes('\n')) profilers[at]?.noteBreak()
    }
  }

  function add(line: number, cells: Spans): void {
    if (!header) {
      header = textsOf(cells)
      firstName = Buffer.from(header[0] ?? '')
      if (settings.header) return
    }
    rows += 1
    raggedCells = undefined
    if (cells.count !== header.length) {
      if (isRagged(line, cells, header)) {
        raggedCells = cells.count
        note(ragged, line)
        if (cells.count < header.length) note(short, line)
      }
    } else if (isHeader(cells, header)) {
      note(headers, line)
      return
    }
    if (cells.mayBreak) noteBreaks(cells)
    if (block.rows === rowsInBlock) leaveBlock()
    piece = cells.piece
    lastLine = line
    block.take(cells)
  }

  return {
    add,
    addTexts(texts) {
      const joined = joinTexts(texts.flatMap(({ cells }) => cells))
      const starts = Int32Array.from([0, ...joined.ends.slice(0, -1)])
      const ends = Int32Array.from(joined.ends)
      let from = 0
      for (const { line, cells } of texts) {
        const to = from + cells.length
        add(line, {
          piece: joined.piece,
          count: cells.length,
          starts: starts.subarray(from, to),
          ends: ends.subarray(from, to),
          mayBreak: cells.some((cell) => cell.includes('\n')),
        })
        from = to
      }
      leavePiece()
    },
    leavePiece,
    finish() {
      const decimal = settings.decimal ?? '.'
      const totals = leaveTotals()
      const columns = profilers.map((one) => one.finish(rows, decimal))
      return { rows, columns, ragged, short, headers, ...(totals && { totals }) }
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
  for await (const share of takeRows(path, settings, gathering)) onProgress(share, gathering.rows())
  return gathering.finish()
}

/** Gives, after each piece, how much of the file has been read. */
function takeRows(path: string, settings: TableSettings, gathering: Gathering): AsyncGenerator<number> {
  if (settings.format === 'xlsx') return takeSheet(path, settings, gathering)
  return isPlain(settings) ? takeBytes(path, settings, gathering) : takeText(path, settings, gathering)
}

async function* takeSheet(path: string, settings: TableSettings, gathering: Gathering) {
  const asWritten = { ...settings, header: false, keepTotals: true }
  for await (const { rows, bytesRead, bytesTotal } of readXlsx(path, asWritten)) {
    gathering.addTexts(rows)
    yield bytesRead / bytesTotal
  }
}

async function* takeBytes(path: string, settings: TableSettings, gathering: Gathering) {
  const total = (await stat(path)).size
  const scanner = createByteScanner(settings, (line, cells) => gathering.add(line, cells))
  for await (const { bytes, bytesRead, last } of readUtf8(path, settings.encoding)) {
    scanner.push(bytes, last)
    gathering.leavePiece()
    yield bytesRead / total
  }
}

/** Signs such as § are more than a byte. */
async function* takeText(path: string, settings: TableSettings, gathering: Gathering) {
  const total = (await stat(path)).size
  let rows: Row[] = []
  const scanner = createScanner(settings, (line, cells) => rows.push({ line, cells }))
  for await (const { text, bytesRead, last } of readText(path, settings.encoding)) {
    scanner.push(text, last)
    gathering.addTexts(rows)
    rows = []
    yield bytesRead / total
  }
}
