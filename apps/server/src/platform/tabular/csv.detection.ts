import { open, stat } from 'node:fs/promises'
import { readCsv } from './csv.reader.ts'
import { createScanner } from './csv.scanner.ts'
import { delimiterName, detectDelimiter, firstRecords, type DelimiterFinding } from './delimiter.detection.ts'
import { detectEncoding } from './encoding.detection.ts'
import { columnNames, firstRowIsHeader, rowsBeforeTable, type NumberedRow } from './header.detection.ts'
import { notesOnHeader } from './header.notes.ts'
import { numberParts } from './number.cell.ts'
import {
  TableError,
  type Newline,
  type TableDetection,
  type TableRow,
  type TableSettings,
} from './table.contract.ts'
import { readText } from './text.decoding.ts'

const headBytes = 1024 * 1024
const sampleRows = 50

/** The bytes at the start of a file. */
export async function readHead(path: string, bytes = headBytes): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Finds out how a text file is to be read; what is in `overrides` is taken as given. Throws TableError. */
export async function detectCsv(path: string, overrides: Partial<TableSettings>): Promise<TableDetection> {
  const found = await detectEncoding(path, await readHead(path))
  const encoding = overrides.encoding ?? found.encoding
  const head = await firstText(path, encoding)
  const split = detectDelimiter(head.text, head.whole, overrides)
  const { delimiter, quote } = split
  const layout = detectLayout(split, overrides)
  const settings: TableSettings = { format: 'csv', encoding, delimiter, quote, header: false, ...layout }
  if (overrides.fillShort) settings.fillShort = true
  if (overrides.keepTotals) settings.keepTotals = true
  // read as the importer will, so that what it would refuse is refused here
  const rows = await firstRows(path, settings)
  refuseOtherDelimiters(rows, split)
  if (overrides.quote === undefined) refuseStrayQuotes(rows)
  const table = tableOf(rows, overrides.header)
  settings.header = table.header
  settings.decimal = overrides.decimal ?? likelyDecimal(table.sample, delimiter)
  const encodingNote = overrides.encoding ? `Encoding: ${encoding} (chosen).` : found.note
  return {
    settings,
    bom: found.bom,
    newline: newlineOf(head.text),
    columns: table.columns,
    rawHeader: table.rawHeader,
    sample: table.sample,
    estimatedRows: estimate(head, settings),
    notes: [...notes(settings, [encodingNote, split.note]), ...headerNotes(rows, settings)],
  }
}

function headerNotes([header, ...below]: TableRow[], settings: TableSettings): string[] {
  return header && settings.header ? notesOnHeader({ header, below, place: 'Line' }) : []
}

/** Parts the first rows into the header, if there is one, and the sample. */
function tableOf(rows: TableRow[], chosen: boolean | undefined) {
  const cells = rows.map((row) => row.cells)
  const header = chosen ?? firstRowIsHeader(cells)
  const rawHeader = header ? (cells[0] ?? []) : []
  const from = header ? 1 : 0
  const sample = cells.slice(from, from + sampleRows)
  if (sample.length === 0) throw noRows(header)
  const width = header ? rawHeader.length : Math.max(...sample.map((row) => row.length))
  return { header, rawHeader, sample, columns: columnNames(rawHeader, width) }
}

interface Head {
  text: string
  whole: boolean
  bytes: number
  total: number
}

async function firstText(path: string, encoding: TableSettings['encoding']): Promise<Head> {
  for await (const { text, last, bytesRead } of readText(path, encoding, headBytes)) {
    if (text.trim() === '' && last) break
    return { text, whole: last, bytes: bytesRead, total: (await stat(path)).size }
  }
  throw new TableError('empty', 'The file contains no text. Export it again and upload it.')
}

function detectLayout(split: DelimiterFinding, overrides: Partial<TableSettings>) {
  const { records, width } = split
  const before = overrides.skipLines === undefined ? rowsBeforeTable(records, width) : 0
  const skipLines = overrides.skipLines ?? Math.max(0, (records[before]?.line ?? 1) - 1)
  const comment = overrides.comment ?? likelyComment(records.slice(before), width)
  return comment === undefined ? { skipLines } : { skipLines, comment }
}

/** Lines that start with a lone # among the rows are remarks if none of them fits the table; `#1 Realty` is a name. */
function likelyComment(rows: NumberedRow[], width: number): string | undefined {
  const marked = rows.filter(({ cells }) => cells[0]?.startsWith('#'))
  return width > 1 &&
    marked.length > 0 &&
    marked.every(({ cells }) => cells.length !== width && !/^#[\p{L}\d]/u.test(cells[0] ?? ''))
    ? '#'
    : undefined
}

async function firstRows(path: string, settings: TableSettings): Promise<TableRow[]> {
  for await (const { rows } of readCsv(path, settings, { batchRows: sampleRows + 1 })) return rows
  return []
}

function refuseStrayQuotes(rows: TableRow[]): void {
  const stray = rows.find(({ problem }) => problem?.includes('closing quote'))
  if (!stray) return
  const advice = 'Write quotes inside a cell twice (""), or choose to read the file without quotes.'
  throw new TableError('bad_quotes', `${stray.problem} ${advice}`, stray.line)
}

/** Cells that nearly all end in the same sign are separated by two characters, such as +|. */
function refuseOtherDelimiters(rows: TableRow[], { delimiter }: DelimiterFinding): void {
  const cells = rows.flatMap((row) => row.cells.slice(0, -1))
  const sign = cells[0]?.at(-1) ?? ''
  const ending = cells.filter((cell) => cell.length > 1 && cell.endsWith(sign)).length
  if (cells.length < 3 || !/[+*#~^&|;:,!]/.test(sign) || ending < cells.length * 0.75) return
  const line = rows[0]?.line ?? 1
  const what = `Line ${line}: the cells are separated by "${sign}${delimiter}", which is more than one character.`
  throw new TableError('unsupported', `${what} Export the table with commas, semicolons or tabs.`, line)
}

function noRows(header: boolean): TableError {
  const what = header ? 'The file has a header but no rows below it.' : 'The file has no rows.'
  return new TableError('no_rows', `${what} Export it again with its rows, and upload it.`)
}

/** A list such as "2,2" in a file with commas looks like a decimal comma too, so one such text is not enough there. */
function likelyDecimal(sample: string[][], delimiter: string): '.' | ',' {
  const numbers = sample.flat().flatMap((cell) => numberParts(cell)?.digits ?? [])
  const commas = numbers.filter((digits) => /^(\d+|\d{1,3}(\.\d{3})+),(\d{1,2}|\d{4,})$/.test(digits))
  const points = numbers.filter((digits) => /^(\d+|\d{1,3}(,\d{3})+)\.(\d{1,2}|\d{4,})$/.test(digits))
  const enough = delimiter === ',' ? new Set(commas).size > 1 : true
  return enough && commas.length > points.length ? ',' : '.'
}

function newlineOf(text: string): Newline {
  const outside = text.slice(0, 262_144).replaceAll(/"[^"]*"/g, '')
  const crlf = outside.split('\r\n').length - 1
  const lf = outside.split('\n').length - 1 - crlf
  const cr = outside.split('\r').length - 1 - crlf
  if ([crlf, lf, cr].filter((count) => count > 0).length > 1) return 'mixed'
  if (crlf > 0) return 'CRLF'
  return cr > 0 ? 'CR' : 'LF'
}

function estimate(head: Head, settings: TableSettings): number {
  let count = settings.header ? -1 : 0
  if (head.whole) {
    createScanner(settings, () => (count += 1)).push(head.text, true)
    return count
  }
  count += firstRecords(head.text, false, settings, Infinity).length
  return Math.round((count * head.total) / head.bytes)
}

function notes(settings: TableSettings, first: string[]): string[] {
  const all = [...first]
  all.push(
    settings.header
      ? 'The first row names the columns.'
      : 'The first row is data, so the columns have numbers.',
  )
  if (settings.skipLines > 0)
    all.push(`The table starts on line ${settings.skipLines + 1}; lines above it are skipped.`)
  if (settings.comment)
    all.push(`Lines that start with ${delimiterName(settings.comment)} are skipped as comments.`)
  if (settings.quote === "'") all.push('Cells are enclosed in apostrophes.')
  if (settings.quote === '') all.push('Quotes are read as plain text.')
  if (settings.decimal === ',') all.push('Numbers are written with a decimal comma.')
  return all
}
