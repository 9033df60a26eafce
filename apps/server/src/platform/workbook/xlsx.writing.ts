import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'

/** A cell as a workbook keeps it; an empty text is no cell. */
export type WrittenCell = string | number | boolean | { day: string }

/** The most rows that a sheet holds, with its header. */
export const xlsxRows = 1_048_576
/** The most characters that a cell holds. */
export const xlsxCharacters = 32_767

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const prolog = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Cell styles, by their place in the style sheet. */
const styles = { day: 1, header: 2 }

const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
}

function workbookPart(sheet: string): string {
  return `<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Characters that XML can't contain are escaped, and so is text that looks like such an escape.
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const unwritable = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g

function escaped(text: string): string {
  return text
    .replaceAll(unwritable, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] as string)
}

function columnName(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}

const firstDay = '1900-03-01'
const dayMilliseconds = 86_400_000

/** A day as Excel counts it; undefined for one before its calendar is sound. */
function serialOf(day: string): number | undefined {
  if (day < firstDay) return undefined
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / dayMilliseconds)
}

/** Excel keeps 15 digits: a number of more stays whole as a text. */
function isExact(value: number): boolean {
  return Number(value.toPrecision(15)) === value
}

function textCell(reference: string, text: string, style: string): string {
  if (text === '') return ''
  return `<c r="${reference}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

function cellXml(cell: WrittenCell, reference: string, style = ''): string {
  if (typeof cell === 'string') return textCell(reference, cell, style)
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${Number(cell)}</v></c>`
  if (typeof cell === 'number') {
    return isExact(cell) ? `<c r="${reference}"><v>${cell}</v></c>` : textCell(reference, String(cell), style)
  }
  const serial = serialOf(cell.day)
  return serial === undefined
    ? textCell(reference, cell.day, style)
    : `<c r="${reference}" s="${styles.day}"><v>${serial}</v></c>`
}

export interface XlsxWriter {
  /** Resolves once the file has room for more. */
  write(rows: readonly (readonly WrittenCell[])[]): Promise<void>
  end(): Promise<void>
  /** Stops trying; what was written is left as it is. */
  abort(): void
}

/** Writes a workbook of one sheet into a file, row by row; memory does not grow with it. */
export function openXlsx(path: string, sheet: string, header: readonly string[]): XlsxWriter {
  const zip = new yazl.ZipFile()
  const rows = new PassThrough({ highWaterMark: 1024 * 1024 })
  const names = header.map((_, at) => columnName(at))
  let line = 0

  const rowXml = (cells: readonly WrittenCell[], style?: string): string => {
    line += 1
    return `<row r="${line}">${cells.map((cell, at) => cellXml(cell, `${names[at]}${line}`, style)).join('')}</row>`
  }

  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(prolog + content), name)
  zip.addBuffer(Buffer.from(prolog + workbookPart(sheet)), 'xl/workbook.xml')
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml')
  zip.end()
  const written = pipeline(zip.outputStream, createWriteStream(path))
  // Anyone who writes or ends is notified of a fault; until then it is no one's.
  written.catch(() => rows.destroy())

  rows.write(
    `${prolog}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" baseColWidth="16"/><sheetData>${rowXml(header, ` s="${styles.header}"`)}`,
  )

  return {
    async write(batch) {
      const hasRoom = rows.write(batch.map((cells) => rowXml(cells)).join(''))
      if (!hasRoom) await Promise.race([once(rows, 'drain'), written])
    },
    async end() {
      rows.end('</sheetData></worksheet>')
      await written
    },
    abort() {
      rows.destroy()
      ;(zip.outputStream as PassThrough).destroy()
    },
  }
}
