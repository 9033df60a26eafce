import { isBreak, tooLong, tooWide, unclosed, type ScanRules } from '../csv.scanner.ts'
import { maxColumns, maxRecordLength } from '../table.contract.ts'
import { pieceOf, unitsOf, type Piece } from './cell.bytes.ts'

/**
 * The cells of a record as places in a piece, so that a cell which is only looked at need not become a text. The
 * next record takes the same arrays, which are longer than the record.
 */
export interface Spans {
  piece: Piece
  count: number
  starts: Int32Array
  ends: Int32Array
  /** Whether there may be line breaks within cells. */
  mayBreak: boolean
}

export type SpanSink = (line: number, cells: Spans) => void

/** The cells of a record as texts. */
export function textsOf({ piece, count, starts, ends }: Spans): string[] {
  const cells: string[] = []
  for (let at = 0; at < count; at += 1) cells.push(piece.bytes.toString('utf8', starts[at], ends[at]))
  return cells
}

export interface ByteScanner {
  /**
   * Takes the next bytes, which may be changed: doubled quotes become single ones where they are. `last` says that
   * none follow. Records are in their piece until the call returns. Throws TableError.
   */
  push(bytes: Buffer, last: boolean): void
}

const LF = 10
const CR = 13
const SPACE = 32
const mostSpans = maxColumns + 2
const nothing = Buffer.alloc(0)

/** Whether the signs of the rules are bytes of their own in UTF-8. */
export const isPlain = ({ delimiter, quote, comment = '' }: ScanRules): boolean =>
  [delimiter, quote, comment].every((sign) => sign === '' || sign.charCodeAt(0) < 128)

const codeOf = (sign: string | undefined): number => (sign ? sign.charCodeAt(0) : -1)

/** A quoted cell in which more is to be done than to leave out its quotes. */
interface OddCell {
  cell: number
  /** The place of the closing quote, and of the end of what follows it. */
  close: number
  after: number
}

/** Splits UTF-8 into the same records as `createScanner` does text, in less time. The rules are plain. */
export function createByteScanner(rules: ScanRules, sink: SpanSink): ByteScanner {
  const delimiter = rules.delimiter.charCodeAt(0)
  const quote = codeOf(rules.quote)
  const comment = codeOf(rules.comment)
  // no sign after these ends a cell; most of a text comes after them
  const lastEnding = Math.max(delimiter, CR)
  const lastInQuotes = Math.max(quote, CR)

  const starts = new Int32Array(mostSpans)
  const ends = new Int32Array(mostSpans)
  const cells: Spans = { piece: pieceOf(nothing), count: 0, starts, ends, mayBreak: false }
  let bytes = cells.piece.bytes
  let last = false
  let line = 1
  let skipLines = rules.skipLines
  let count = 0
  let breaks = 0
  let inner = 0
  let isQuoted = false
  let isDoubled = false
  let odd: OddCell[] = []
  // the line on which the quote opens that the piece does not close
  let openLine = 0
  // what an unfinished record has so far, and what came since: it is read again once there is much more of it
  let unfinished = nothing
  let since: Buffer[] = []
  let sinceLength = 0

  function push(piece: Buffer, isLast: boolean): void {
    last = isLast
    if (unfinished.length > 0) {
      since.push(isLast ? piece : Buffer.from(piece))
      sinceLength += piece.length
      if (!isLast && sinceLength < unfinished.length / 2) return
    }
    bytes = unfinished.length > 0 ? Buffer.concat([unfinished, ...since]) : piece
    since = []
    sinceLength = 0
    cells.piece = pieceOf(bytes)
    const end = readRecords()
    if (isTooLong(end, bytes.length)) throw tooLong(line, openLine)
    unfinished = end === bytes.length ? nothing : Buffer.from(bytes.subarray(end))
  }

  /** The place after the last whole record. */
  function readRecords(): number {
    let at = 0
    while (at < bytes.length) {
      const next = skipLines > 0 || bytes[at] === comment ? skipLine(at) : readRecord(at)
      if (next === -1) break
      at = next
    }
    return at
  }

  const isTooLong = (start: number, end: number): boolean =>
    end - start > maxRecordLength && unitsOf(bytes, start, end) > maxRecordLength

  function skipLine(from: number): number {
    let end = from
    while (end < bytes.length && !isBreak(bytes[end] as number)) end += 1
    const next = afterBreak(end)
    if (next === -1) return -1
    skipLines -= skipLines > 0 ? 1 : 0
    if (end < bytes.length) line += 1
    return next
  }

  /** The place after a break, or after the last byte; -1 if more may belong to it. */
  function afterBreak(at: number): number {
    if (at >= bytes.length) return last ? bytes.length : -1
    if (bytes[at] === LF) return at + 1
    if (at + 1 < bytes.length) return bytes[at + 1] === LF ? at + 2 : at + 1
    return last ? at + 1 : -1
  }

  /** The place after a record; -1 if it is not complete yet. */
  function readRecord(from: number): number {
    count = 0
    breaks = 0
    isQuoted = false
    openLine = 0
    if (odd.length > 0) odd = []
    let at = from
    do at = bytes[at] === quote ? quotedCell(at) : plainCells(at)
    while (bytes[at] === quote && at < bytes.length)
    if (count > maxColumns) throw tooWide(line)
    const next = at === -1 ? -1 : afterBreak(at)
    if (next !== -1) endRecord(from, at, next)
    return next
  }

  /** Reads cells up to the end of the record, or up to a quote. Answers the place of either, or -1. */
  function plainCells(from: number): number {
    const source = bytes
    const { length } = source
    let start = from
    let found = count
    let end = from
    for (; end < length; end += 1) {
      const code = source[end] as number
      if (code > lastEnding) continue
      if (code === delimiter) {
        starts[found] = start
        ends[found] = end
        found += 1
        start = end + 1
        if (source[start] !== quote) continue
        count = found
        return start
      }
      if (code === LF || code === CR) break
    }
    starts[found] = start
    ends[found] = end
    count = found + 1
    return end < length || last ? end : -1
  }

  /** Reads a quoted cell. Answers the place of the next cell, or of the end of the record, or -1. */
  function quotedCell(from: number): number {
    const close = closingQuote(from)
    if (isOpen(close)) return openEnd()
    breaks += inner
    const closed = spacesEnd(close + 1)
    const closes = endsCell(closed)
    const end = closes ? closed : plainEnd(closed)
    isQuoted = true
    starts[count] = from + 1
    ends[count] = close
    if (isDoubled || !closes) odd.push({ cell: count, close, after: closes ? close + 1 : end })
    count += 1
    if (end >= bytes.length) return last ? end : -1
    if (bytes[end] !== delimiter) return end
    return bytes[end + 1] === quote ? end + 1 : plainCells(end + 1)
  }

  /** The place of the closing quote, or of the end of the piece. Line breaks and doubled quotes before it are noted. */
  function closingQuote(from: number): number {
    const source = bytes
    const { length } = source
    inner = 0
    isDoubled = false
    let end = from + 1
    for (; end < length; end += 1) {
      const code = source[end] as number
      if (code > lastInQuotes) continue
      if (code === quote) {
        if (source[end + 1] !== quote) break
        isDoubled = true
        end += 1
      } else if (code === CR || (code === LF && source[end - 1] !== CR)) inner += 1
    }
    return end
  }

  /** A quote at the very end of the piece may be the first of two. */
  const isOpen = (close: number): boolean => close >= bytes.length || (close + 1 === bytes.length && !last)

  function openEnd(): number {
    if (last) throw unclosed(line + breaks, count + 1, rules.quote)
    openLine = line + breaks
    return -1
  }

  function spacesEnd(from: number): number {
    let end = from
    while (delimiter !== SPACE && bytes[end] === SPACE) end += 1
    return end
  }

  const endsCell = (at: number): boolean =>
    at >= bytes.length || bytes[at] === delimiter || isBreak(bytes[at] as number)

  function plainEnd(from: number): number {
    let end = from
    while (!endsCell(end)) end += 1
    return end
  }

  function endRecord(from: number, end: number, next: number): void {
    if (isTooLong(from, end)) throw tooLong(line, 0)
    if (odd.length > 0) putOdd()
    if (count > 1 || isQuoted || starts[0] !== ends[0]) {
      cells.count = count
      cells.mayBreak = breaks > 0
      sink(line, cells)
    }
    line += breaks + (end < next ? 1 : 0)
  }

  /** Moves what belongs to a cell to its beginning. */
  function putOdd(): void {
    for (const { cell, close, after } of odd) {
      let to = starts[cell] as number
      for (let at = to; at < close; at += 1, to += 1) {
        bytes[to] = bytes[at] as number
        if (bytes[at] === quote) at += 1
      }
      if (after > close + 1) bytes.copyWithin(to, close + 1, after)
      ends[cell] = to + after - close - 1
    }
    odd = []
  }

  return { push }
}
