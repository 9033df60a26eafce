import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import {
  detectTable,
  readTable,
  TableError,
  type ReadOptions,
  type TableRow,
  type TableSettings,
} from './index.ts'

/** A folder for the files of a test; remove it when done. */
export async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'tabular-'))
  let count = 0
  return {
    async file(content: string | Uint8Array, name = 'data.csv'): Promise<string> {
      const at = path.join(folder, `${(count += 1)}-${name}`)
      await writeFile(at, content)
      return at
    },
    path: (name: string) => path.join(folder, name),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

export async function allRows(
  file: string,
  settings: TableSettings,
  options?: ReadOptions,
): Promise<TableRow[]> {
  const all: TableRow[] = []
  for await (const { rows } of readTable(file, settings, options)) all.push(...rows)
  return all
}

export async function allCells(file: string, overrides: Partial<TableSettings> = {}): Promise<string[][]> {
  const { settings } = await detectTable(file, path.basename(file), overrides)
  return (await allRows(file, settings)).map(({ cells }) => cells)
}

/** The TableError that some work ends in. */
export async function refusal(work: Promise<unknown>): Promise<TableError> {
  const error: unknown = await work.catch((reason: unknown) => reason)
  if (error instanceof TableError) return error
  throw error instanceof Error ? error : new Error('nothing was refused')
}

export interface ZipPart {
  name: string
  content: string | Buffer
  /** The inflated size that the headers give, if it is not the real one. */
  claimedSize?: number
}

/** A ZIP file of deflated entries. */
export function zip(parts: ZipPart[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claimedSize } of parts) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const fixed = Buffer.alloc(26)
    fixed.writeUInt16LE(20, 0)
    fixed.writeUInt16LE(8, 4)
    fixed.writeUInt32LE(crc32(bytes), 10)
    fixed.writeUInt32LE(packed.length, 14)
    fixed.writeUInt32LE(claimedSize ?? bytes.length, 18)
    fixed.writeUInt16LE(name.length, 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fixed, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    const made = Buffer.from('PK\x01\x02\x14\x00', 'latin1')
    directory.push(Buffer.concat([made, fixed, tail, Buffer.from(name)]))
    files.push(file)
    offset += file.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, index, end])
}
