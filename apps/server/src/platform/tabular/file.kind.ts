import { TableError } from './table.contract.ts'

/** File types that are recognized by their first bytes and rejected. */
const signatures: [string, string][] = [
  ['255044462d', 'a PDF document'],
  ['89504e470d0a1a0a', 'a PNG picture'],
  ['ffd8ff', 'a JPEG picture'],
  ['7f454c46', 'a program'],
  ['1f8b', 'a gzip archive'],
  ['377abcaf271c', 'a 7-Zip archive'],
  ['526172211a07', 'a RAR archive'],
  ['53514c69746520666f726d6174', 'an SQLite database'],
  ['7b5c727466', 'a rich text document'],
]

/** The same in letters, with which a text may begin as well; no text has a zero byte there. */
const letters: [string, string][] = [
  ['47494638', 'a GIF picture'],
  ['4d5a', 'a Windows program'],
  ['425a68', 'a bzip2 archive'],
  ['50415231', 'a Parquet file'],
]

const whatWorks = 'Upload a CSV file or an Excel workbook (.xlsx).'

/** Whether a file is delimited text or a ZIP (which may be a workbook). Throws TableError for the rest. */
export function fileKind(head: Buffer, fileName: string): 'text' | 'zip' {
  if (head.length === 0) throw new TableError('empty', 'The file is empty. Export it again and upload it.')
  const hex = head.subarray(0, 16).toString('hex')
  if (hex.startsWith('504b0304') || hex.startsWith('504b0506')) return 'zip'
  if (hex.startsWith('d0cf11e0')) throw oldExcel()
  refuseOthers(hex, head)
  if (/\.xls[xm]$/i.test(fileName)) {
    const what = 'This is not an Excel workbook, although its name ends in .xlsx.'
    throw new TableError('not_a_table', `${what} Save it as .xlsx again, or name it .csv if it is text.`)
  }
  return 'text'
}

function oldExcel(): TableError {
  const what = 'This is an old Excel file (.xls) or a workbook with a password.'
  return new TableError(
    'unsupported',
    `${what} Open it in Excel, save it as .xlsx without a password, and upload that.`,
  )
}

function refuseOthers(hex: string, head: Buffer): void {
  const all = head.includes(0) ? [...signatures, ...letters] : signatures
  const known = all.find(([signature]) => hex.startsWith(signature))
  if (known) throw new TableError('not_a_table', `This is ${known[1]}, not a table. ${whatWorks}`)
  if (hex.startsWith('fffe0000') || hex.startsWith('0000feff')) {
    throw new TableError(
      'unsupported',
      'The file is written in UTF-32. Save it as UTF-8 and upload it again.',
    )
  }
  const start = head.subarray(0, 1024).toString('latin1').trimStart().toLowerCase()
  if (/^<(!doctype html|html|\?xml|table)/.test(start)) {
    const what = 'This is a web page or an XML file, although it may open in Excel.'
    throw new TableError('not_a_table', `${what} Open it there, save it as .xlsx or CSV, and upload that.`)
  }
  if (isBinary(head))
    throw new TableError('not_a_table', `The file contains binary data, not text. ${whatWorks}`)
}

/** More than one control character in 25; UTF-16, whose every second byte may be 0, is not binary. */
function isBinary(head: Buffer): boolean {
  const bytes = head.subarray(0, 4096)
  if (utf16ByZeros(bytes) || /^(fffe|feff)/.test(bytes.subarray(0, 2).toString('hex'))) return false
  let controls = 0
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 28)) controls += 1
  return controls >= 8 && controls > bytes.length / 25
}

/** UTF-16 without a byte order mark, known by the zero bytes of its ASCII characters. */
export function utf16ByZeros(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.floor(bytes.length / 2)
  let even = 0
  let odd = 0
  for (let at = 0; at < pairs * 2; at += 2) {
    if (bytes[at] === 0) even += 1
    if (bytes[at + 1] === 0) odd += 1
  }
  if (pairs < 2 || Math.max(even, odd) < pairs * 0.4 || Math.min(even, odd) > pairs * 0.05) return undefined
  return even > odd ? 'utf-16be' : 'utf-16le'
}
