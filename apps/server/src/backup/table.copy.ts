import { Readable, Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { BackupError } from './backup.error.ts'
import { quoted } from './catalogue.read-model.ts'

/** Bytes of a part; so much of a table is in memory. */
const partSize = 4 * 1024 * 1024
const newline = 0x0a

export function columnList(columns: readonly string[]): string {
  return columns.map(quoted).join(', ')
}

function rowsIn(piece: Uint8Array): number {
  let rows = 0
  for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) rows += 1
  return rows
}

/** Reads what a query gives, as COPY writes it, in parts; answers the number of rows. */
export async function copyOut(
  client: pg.ClientBase,
  query: string,
  take: (part: Buffer) => Promise<void>,
): Promise<number> {
  const stream = client.query(copyTo(`copy (${query}) to stdout`))
  let [rows, held]: [number, Buffer[]] = [0, []]
  let size = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    // A row ends in a line end, and no line end stands within one.
    rows += rowsIn(piece)
    held.push(piece)
    size += piece.length
    if (size < partSize) continue
    await take(Buffer.concat(held))
    held = []
    size = 0
  }
  if (size > 0) await take(Buffer.concat(held))
  return rows
}

/** A line that begins with the number of a tenant, as COPY writes it. */
const tenantOfLine = /(^|\n)\d+(?=[\t\n])/g

/**
 * Gives rows another tenant: the first column of each line. COPY understands more than it writes (`+7`, `\067`,
 * and line ends of other systems), which is refused: by that a row would keep the tenant that it came with.
 */
function ofTenant(lines: string, tenantId: number): Buffer {
  let rows = 0
  const given = lines.replaceAll(tenantOfLine, (_line, before: string) => {
    rows += 1
    return `${before}${tenantId}`
  })
  if (lines.includes('\r') || rows !== lines.split('\n').length - 1) {
    throw new BackupError(
      'The archive contains a row whose first column is not a tenant number. Do not trust this archive.',
    )
  }
  return Buffer.from(given, 'latin1')
}

function withTenant(tenantId: number): Transform {
  let rest = ''
  const push = (lines: string, done: TransformCallback): void => {
    try {
      done(null, ofTenant(lines, tenantId))
    } catch (error) {
      done(error as Error)
    }
  }
  return new Transform({
    transform(piece: Buffer, _encoding, done: TransformCallback) {
      // Byte for byte; a line is whole before it is looked at.
      const text = rest + piece.toString('latin1')
      const end = text.lastIndexOf('\n') + 1
      rest = text.slice(end)
      push(text.slice(0, end), done)
    },
    flush(done: TransformCallback) {
      // The last line of a table that ends without a line end is a line all the same.
      push(rest === '' ? '' : `${rest}\n`, done)
    },
  })
}

/**
 * Writes parts of a table into one, by COPY; `tenantId` gives all rows to that tenant, which is their first
 * column. Throws BackupError where a row has no tenant there.
 */
export async function copyIn(
  client: pg.ClientBase,
  target: { table: string; columns: readonly string[] },
  parts: AsyncIterable<{ content: AsyncIterable<Uint8Array> }>,
  tenantId?: number,
): Promise<number> {
  const pieces = async function* () {
    for await (const { content } of parts) yield* content
  }
  const stream = client.query(
    copyFrom(`copy ${quoted(target.table)} (${columnList(target.columns)}) from stdin`),
  )
  const source = Readable.from(pieces(), { objectMode: false })
  await (tenantId === undefined ? pipeline(source, stream) : pipeline(source, withTenant(tenantId), stream))
  return stream.rowCount
}
