import { tableEndings } from './accepted-files.ts'

const largest = 4 * 1024 ** 3

// The first bytes of files that people take for tables; whatever such a file is called, it cannot be read.
const strangers: readonly { bytes: readonly number[]; what: string }[] = [
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], what: 'an old Excel file (.xls). Save it as .xlsx or CSV' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF. Export the table as CSV or .xlsx' },
  { bytes: [0x1f, 0x8b], what: 'compressed. Extract it' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'a picture. Export the table as CSV or .xlsx' },
  { bytes: [0xff, 0xd8, 0xff], what: 'a picture. Export the table as CSV or .xlsx' },
]

const startsWith = (head: Uint8Array, bytes: readonly number[]) =>
  bytes.every((byte, at) => head[at] === byte)
const zip = [0x50, 0x4b]

function wrongContent(head: Uint8Array, ending: string): string | null {
  const stranger = strangers.find(({ bytes }) => startsWith(head, bytes))
  if (stranger) return `This file is ${stranger.what} and choose it again.`
  const isPacked = startsWith(head, zip)
  if (ending === 'xlsx' && !isPacked)
    return 'This is not an .xlsx file, despite its name. Save it again in Excel.'
  if (ending !== 'xlsx' && isPacked)
    return 'This file is compressed or an Excel file. Correct its extension, or extract it.'
  return null
}

/** Why a file cannot be imported, or null. Reads only its first bytes. */
export async function problemWithFile(file: File): Promise<string | null> {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  if (file.size === 0) return 'The file is empty. Choose a file with a header and at least one row.'
  if (file.size > largest) return 'The file is larger than 4 GB. Split it into smaller files.'
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const wrong = wrongContent(head, ending)
  if (wrong) return wrong
  if (!tableEndings.includes(ending)) {
    return `“${file.name}” is not a table. Choose a CSV, TSV or XLSX file.`
  }
  return null
}
