import { maxColumns, maxRecordLength, TableError } from '../table.contract.ts'
import { createSharedStrings, loadSharedStrings, unescaped, type SharedStrings } from './xlsx.strings.ts'
import { columnOf, numberText } from './xlsx.values.ts'
import { isTrue, type Sheet, type Workbook } from './xlsx.workbook.ts'
import { parseXml, type XmlHandlers } from './xlsx.xml.ts'

export interface SheetRow {
  /** The 1-based row of the sheet. */
  line: number
  cells: string[]
  /** The columns (from 0) of formulas whose values the file does not hold. */
  unknown: number[]
}

/** The rows of a sheet that are not empty, in pieces, with the share (0 to 1) read. Throws TableError. */
export async function* sheetRows(
  workbook: Workbook,
  sheet: Sheet,
): AsyncGenerator<{ rows: SheetRow[]; share: number }> {
  const strings = createSharedStrings()
  try {
    await loadSharedStrings(workbook.archive, workbook.stringsEntry, strings)
    let rows: SheetRow[] = []
    const handlers = rowHandlers(workbook, strings, (row) => rows.push(row))
    for await (const share of parseXml(workbook.archive, sheet.entry, handlers)) {
      yield { rows, share }
      rows = []
    }
    if (rows.length > 0) yield { rows, share: 1 }
  } finally {
    strings.close()
  }
}

function rowHandlers(workbook: Workbook, strings: SharedStrings, sink: (row: SheetRow) => void): XmlHandlers {
  let line = 0
  let cells: string[] = []
  let length = 0
  let column = -1
  let type = ''
  let style = 0
  let value = ''
  let listening = false
  let phonetic = false
  let isFormula = false
  let hasValue = false
  let unknown: number[] = []

  function openCell(attributes: Record<string, string>): void {
    column = columnOf(attributes['r']) ?? column + 1
    type = attributes['t'] ?? 'n'
    style = Number(attributes['s'] ?? 0)
    value = ''
    isFormula = false
    hasValue = false
  }

  function openTag(tag: string, attributes: Record<string, string>): void {
    listening = false
    if (tag === 'row') {
      line = Number(attributes['r']) || line + 1
      cells = []
      length = 0
      column = -1
      unknown = []
    } else if (tag === 'c') {
      openCell(attributes)
    } else if (tag === 'rPh') phonetic = true
    else if (tag === 'f') isFormula = true
    else {
      listening = tag === 'v' || (tag === 't' && !phonetic)
      hasValue ||= listening
    }
  }

  function closeTag(tag: string): void {
    listening = false
    if (tag === 'rPh') phonetic = false
    else if (tag === 'c') endCell()
    else if (tag === 'row' && (cells.length > 0 || unknown.length > 0)) {
      sink({ line, cells, unknown })
      cells = []
    }
  }

  function endCell(): void {
    if (isFormula && !hasValue && column < maxColumns) {
      unknown.push(column)
      // A header is as wide as its last cell, also where that is a formula without a value.
      while (cells.length <= column) cells.push('')
    }
    const text = cellText()
    if (text === '') return
    if (column >= maxColumns) throw tooWide(line)
    length += text.length
    if (length > maxRecordLength)
      throw new TableError('too_long', `Row ${line} contains more than 16 MB of text.`, line)
    while (cells.length < column) cells.push('')
    cells[column] = text
  }

  function cellText(): string {
    if (value === '' || type === 'e') return ''
    if (type === 's') return strings.at(Number(value))
    if (type === 'b') return isTrue(value) ? 'TRUE' : 'FALSE'
    if (type === 'd') return value.replace(/T00:00:00(\.0+)?Z?$/, '')
    if (type === 'inlineStr' || type === 'str') return unescaped(value)
    return numberText(value, workbook.kinds[style] ?? 'number', workbook.from1904)
  }

  return {
    open: openTag,
    text: (piece) => {
      if (listening) value += piece
    },
    close: closeTag,
  }
}

function tooWide(line: number): TableError {
  const what = `Row ${line} has a cell beyond column ${maxColumns.toLocaleString('en')}.`
  return new TableError('too_wide', `${what} Remove it, or split the table, and upload the file again.`, line)
}
