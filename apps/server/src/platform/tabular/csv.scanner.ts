import { maxColumns, maxRecordLength, TableError } from './table.contract.ts'

export interface ScanRules {
  delimiter: string
  quote: string
  comment?: string
  skipLines: number
}

/**
 * The cells of a record as places in texts, so that a cell which is only looked at need not become a text of its
 * own. The next record takes the same arrays, which may be longer than the record.
 */
export interface Spans {
  count: number
  texts: string[]
  starts: number[]
  ends: number[]
  /** Whether there may be line breaks within cells. */
  mayBreak: boolean
}

/**
 * Receives each record. `stray` is the 1-based number of the first cell in which text follows a
 * closing quote, or 0.
 */
export type SpanSink = (line: number, cells: Spans, stray: number) => void
export type RecordSink = (line: number, cells: string[], stray: number) => void

/** The cells of a record as texts of their own. */
export function textsOf({ count, texts, starts, ends }: Spans): string[] {
  const cells: string[] = []
  for (let at = 0; at < count; at += 1) cells.push((texts[at] as string).slice(starts[at], ends[at]))
  return cells
}

export interface Scanner {
  /** Takes the next piece of text; `last` says that none follows. Throws TableError. */
  push(text: string, last: boolean): void
}

const LF = 10
const CR = 13
const SPACE = 32

/** The same as `createSpanScanner`, with a text for each cell. */
export const createScanner = (rules: ScanRules, sink: RecordSink): Scanner =>
  createSpanScanner(rules, (line, cells, stray) => sink(line, textsOf(cells), stray))

/**
 * Splits text into records as RFC 4180 has it, with the leniency that real files need: LF, CRLF and
 * CR all end a record, a quote inside an unquoted cell is text, blank lines are dropped. The text may
 * come in pieces of any size; no character is scanned twice.
 */
export function createSpanScanner(rules: ScanRules, sink: SpanSink): Scanner {
  const delimiter = rules.delimiter.charCodeAt(0)
  const quoteText = rules.quote
  const quote = quoteText === '' ? -1 : quoteText.charCodeAt(0)
  const comment = rules.comment ? rules.comment.charCodeAt(0) : -1
  // no sign after this one ends a cell; most of a text comes after it
  const lastEnding = Math.max(delimiter, CR)

  let text = ''
  let pos = 0
  let last = false
  let line = 1
  let recordLine = 1
  let recordLength = 0
  const cells: Spans = { count: 0, texts: [], starts: [], ends: [], mayBreak: false }
  let stray = 0
  let quoted = false
  let skipLines = rules.skipLines
  let skipping = false
  // true between a delimiter and the next cell: at the end of the text that cell is empty
  let afterDelimiter = false
  // how far an unfinished cell has been scanned, so that a long one is not scanned again for each piece
  let seen = 0
  let breaks = 0
  let doubled = false

  function push(piece: string, isLast: boolean): void {
    text = pos < text.length ? text.slice(pos) + piece : piece
    pos = 0
    last = isLast
    while (pos < text.length) if (!step()) break
    if (recordLength + text.length - pos > maxRecordLength) throw tooLong()
    if (last && (afterDelimiter || cells.count > 0)) {
      if (afterDelimiter) put('', 0, 0)
      endRecord()
    }
  }

  /** Reads one cell or one skipped line; false if it is not complete yet. */
  function step(): boolean {
    if (cells.count === 0 && !afterDelimiter) {
      recordLine = line
      if (skipping || skipLines > 0 || text.charCodeAt(pos) === comment) return skipLine()
    }
    return text.charCodeAt(pos) === quote ? quotedCell() : plainCell()
  }

  function skipLine(): boolean {
    let end = pos
    while (end < text.length && !isBreak(text.charCodeAt(end))) end += 1
    skipping = true
    pos = end
    if (end === text.length || !breakIsWhole(end)) return false
    skipping = false
    skipLines -= skipLines > 0 ? 1 : 0
    passBreak(end)
    return true
  }

  function put(source: string, start: number, end: number): void {
    const at = cells.count
    cells.texts[at] = source
    cells.starts[at] = start
    cells.ends[at] = end
    cells.count = at + 1
  }

  function plainEnd(from: number): number {
    const source = text
    const length = source.length
    let end = from
    while (end < length) {
      const code = source.charCodeAt(end)
      if (code <= lastEnding && (code === delimiter || code === LF || code === CR)) break
      end += 1
    }
    return end
  }

  function plainCell(): boolean {
    const end = plainEnd(pos + seen)
    if (end === text.length ? !last : !breakIsWhole(end)) {
      seen = end - pos
      return false
    }
    put(text, pos, end)
    finishCell(end)
    return true
  }

  function quotedCell(): boolean {
    const end = quotedEnd()
    if (end === -1) {
      if (last) throw unclosed()
      return false
    }
    const closed = spacesEnd(end + 1)
    const closes = endsCell(closed)
    const after = closes ? closed : plainEnd(closed)
    if (after === text.length ? !last : !breakIsWhole(after)) return false
    quoted = true
    line += breaks
    cells.mayBreak ||= breaks > 0
    if (!closes && stray === 0) stray = cells.count + 1
    putQuoted(end, closes ? end + 1 : after)
    finishCell(after)
    return true
  }

  /** One with doubled quotes, or with text behind the closing quote, becomes a text of its own. */
  function putQuoted(end: number, after: number): void {
    if (!doubled && after === end + 1) {
      put(text, pos + 1, end)
      return
    }
    const inner = text.slice(pos + 1, end).replaceAll(quoteText + quoteText, quoteText)
    const value = inner + text.slice(end + 1, after)
    put(value, 0, value.length)
  }

  function spacesEnd(from: number): number {
    let end = from
    while (delimiter !== SPACE && end < text.length && text.charCodeAt(end) === SPACE) end += 1
    return end
  }

  function endsCell(at: number): boolean {
    return at === text.length || text.charCodeAt(at) === delimiter || isBreak(text.charCodeAt(at))
  }

  /** The place of the closing quote, or -1. Line breaks and doubled quotes before it are noted. */
  function quotedEnd(): number {
    const source = text
    const length = source.length
    let end = pos + (seen || 1)
    for (; end < length; end += 1) {
      const code = source.charCodeAt(end)
      if (code === quote) {
        // a quote at the very end of the piece may be the first of two
        if (end + 1 === length && !last) break
        if (source.charCodeAt(end + 1) !== quote) {
          seen = end - pos
          return end
        }
        doubled = true
        end += 1
      } else if (code === CR || (code === LF && source.charCodeAt(end - 1) !== CR)) breaks += 1
    }
    seen = end - pos
    return -1
  }

  function finishCell(end: number): void {
    if (cells.count > maxColumns) throw tooWide()
    if (seen > 0) {
      seen = 0
      breaks = 0
      doubled = false
    }
    if (end < text.length && text.charCodeAt(end) === delimiter) {
      afterDelimiter = true
      recordLength += end + 1 - pos
      pos = end + 1
      return
    }
    endRecord()
    passBreak(end)
  }

  function endRecord(): void {
    const blank = cells.count === 1 && cells.starts[0] === cells.ends[0] && !quoted
    if (!blank) sink(recordLine, cells, stray)
    cells.count = 0
    cells.mayBreak = false
    stray = 0
    recordLength = 0
    quoted = false
    afterDelimiter = false
  }

  /** A CR at the end of the piece may be half of a CRLF. */
  function breakIsWhole(at: number): boolean {
    return last || at + 1 < text.length || text.charCodeAt(at) !== CR
  }

  function passBreak(at: number): void {
    if (at >= text.length) {
      pos = text.length
      return
    }
    line += 1
    pos = text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? at + 2 : at + 1
  }

  function unclosed(): TableError {
    const from = `Line ${line}: a quote (${quoteText}) opens in cell ${cells.count + 1}`
    return new TableError(
      'bad_quotes',
      `${from} and is never closed. Close it, or remove it, and upload the file again.`,
      line,
    )
  }

  function tooLong(): TableError {
    const open = text.charCodeAt(pos) === quote ? ` A quote that opens on line ${line} is not closed.` : ''
    const what = `Line ${recordLine}: the record is longer than 16 MB, so this is probably not a table.${open}`
    return new TableError('too_long', `${what} Correct the file and upload it again.`, recordLine)
  }

  function tooWide(): TableError {
    const what = `Line ${recordLine} has more than ${maxColumns.toLocaleString('en')} cells.`
    return new TableError('too_wide', `${what} Split the table, or choose another delimiter.`, recordLine)
  }

  return { push }
}

function isBreak(code: number): boolean {
  return code === LF || code === CR
}
