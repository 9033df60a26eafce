import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { ExportFormat } from '@steward/contracts/export'
import { plainTextOf } from '@steward/rich-text'
import { AppError } from '../../platform/errors.ts'
import { csvLine } from '../../platform/tabular/index.ts'
import { openXlsx, xlsxCharacters, xlsxRows } from '../../platform/workbook/xlsx.writing.ts'
import { plainNumberText, type FileCell } from '../data-type/index.ts'

/** A file that is being written. */
export interface ExportFile {
  write(rows: readonly FileCell[][]): Promise<void>
  /** How the file differs from the data in Steward, as a sentence; null where it is all the same. */
  end(): Promise<string | null>
  abort(): void
}

const byteOrderMark = '\uFEFF'

function textOf(cell: FileCell): string {
  if (typeof cell === 'number') return plainNumberText(cell)
  return typeof cell === 'object' ? cell.day : String(cell)
}

/** CSV as RFC 4180 has it, in UTF-8, which the mark at its beginning tells Excel. */
function openCsv(path: string, header: readonly string[]): ExportFile {
  const stream = createWriteStream(path)
  const closed = finished(stream)
  // Anyone who writes or ends is notified of a fault; until then it is no one's.
  closed.catch(() => undefined)
  stream.write(byteOrderMark + csvLine(header))
  return {
    async write(rows) {
      if (stream.write(rows.map((cells) => csvLine(cells.map(textOf))).join(''))) return
      await Promise.race([once(stream, 'drain'), closed])
    },
    async end() {
      stream.end()
      await closed
      return null
    },
    abort: () => stream.destroy(),
  }
}

function openWorkbook(path: string, sheet: string, header: readonly string[]): ExportFile {
  const writer = openXlsx(path, sheet, header)
  let cut = 0
  const fitting = (cell: FileCell): FileCell => {
    if (typeof cell !== 'string' || cell.length <= xlsxCharacters) return cell
    cut += 1
    // A document that is cut is none, so its text stands for it. Not between the halves of one sign.
    return plainTextOf(cell)
      .slice(0, xlsxCharacters)
      .replace(/[\uD800-\uDBFF]$/, '')
  }
  return {
    write: (rows) => writer.write(rows.map((cells) => cells.map(fitting))),
    async end() {
      await writer.end()
      if (cut === 0) return null
      const texts = cut === 1 ? 'One text is' : `${cut.toLocaleString('en-US')} texts are`
      return `${texts} longer than the 32,767 characters that a cell of Excel holds, and cut there. CSV holds all of it.`
    },
    abort: () => writer.abort(),
  }
}

/** Begins a file of so many records. Throws `too_large` where the format cannot hold them. */
export function openExportFile(
  format: ExportFormat,
  path: string,
  table: { name: string; header: readonly string[]; rows: number },
): ExportFile {
  if (format === 'csv') return openCsv(path, table.header)
  if (table.rows >= xlsxRows) {
    const message = `An Excel sheet can have at most ${(xlsxRows - 1).toLocaleString('en-US')} records, and this export has ${table.rows.toLocaleString('en-US')}. Export them as CSV, or filter the list.`
    throw new AppError('too_large', 'export.rows', message)
  }
  return openWorkbook(path, table.name, table.header)
}
