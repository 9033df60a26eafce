import { maxColumns, maxRecordLength, TableError } from './table.contract.ts'

export interface ScanRules {
  delimiter: string
  quote: string
  comment?: string
  skipLines: number
}

/**
 * Receives each record. `stray` is the 1-based number of the first cell in which text follows a
 * closing quote, or 0.
 */
export type RecordSink = (line: number, cells: string[], stray: number) => void

export interface Scanner {
  /** Takes the next piece of text; `last` says that none follows. Throws TableError. */
  push(text: string, last: boolean): void
}

const LF = 10
const CR = 13
const SPACE = 32

/**
 * Splits text into records as RFC 4180 has it, with the leniency that real files need: LF, CRLF and
 * CR all end a record, a quote inside an unquoted cell is text, blank lines are dropped. The text may
 * come in pieces of any size; no character is scanned twice.
 */
export function createScanner(rules: ScanRules, sink: RecordSink): Scanner {
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
  let cells: string[] = []
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
    if (recordLength + text.length - pos > maxRecordLength)
      throw tooLong(recordLine, text.charCodeAt(pos) === quote ? line : 0)
    if (last && (afterDelimiter || cells.length > 0)) {
      if (afterDelimiter) cells.push('')
      endRecord()
    }
  }

  /** Reads one cell or one skipped line; false if it is not complete yet. */
  function step(): boolean {
    if (cells.length === 0 && !afterDelimiter) {
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
    cells.push(text.slice(pos, end))
    finishCell(end)
    return true
  }

  function quotedCell(): boolean {
    const end = quotedEnd()
    if (end === -1) {
      if (last) throw unclosed(line, cells.length + 1, quoteText)
      return false
    }
    const closed = spacesEnd(end + 1)
    const closes = endsCell(closed)
    const after = closes ? closed : plainEnd(closed)
    if (after === text.length ? !last : !breakIsWhole(after)) return false
    quoted = true
    line += breaks
    if (!closes && stray === 0) stray = cells.length + 1
    cells.push(quotedText(end, closes ? end + 1 : after))
    finishCell(after)
    return true
  }

  function quotedText(end: number, after: number): string {
    const inner = text.slice(pos + 1, end)
    const value = doubled ? inner.replaceAll(quoteText + quoteText, quoteText) : inner
    return after === end + 1 ? value : value + text.slice(end + 1, after)
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
    if (cells.length > maxColumns) throw tooWide(recordLine)
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
    const blank = cells.length === 1 && cells[0] === '' && !quoted
    if (!blank) sink(recordLine, cells, stray)
    cells = []
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

  return { push }
}

export function isBreak(code: number): boolean {
  return code === LF || code === CR
}

export function unclosed(line: number, cell: number, quote: string): TableError {
  const from = `Line ${line}: a quote (${quote}) opens in cell ${cell}`
  return new TableError(
    'bad_quotes',
    `${from} and is never closed. Close it, or remove it, and upload the file again.`,
    line,
  )
}

/** `quoteLine` is the line on which a quote opens that is not closed, or 0. */
export function tooLong(line: number, quoteLine: number): TableError {
  const open = quoteLine > 0 ? ` A quote that opens on line ${quoteLine} is not closed.` : ''
  const what = `Line ${line}: the record is longer than 16 MB, so this is probably not a table.${open}`
  return new TableError('too_long', `${what} Correct the file and upload it again.`, line)
}

export function tooWide(line: number): TableError {
  const what = `Line ${line} has more than ${maxColumns.toLocaleString('en')} cells.`
  return new TableError('too_wide', `${what} Split the table, or choose another delimiter.`, line)
}
