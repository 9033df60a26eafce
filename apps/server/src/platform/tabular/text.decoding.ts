import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import type { Encoding } from '@steward/contracts/sheet'
import iconv from 'iconv-lite'
import { TableError } from './table.contract.ts'

const defaultChunkBytes = 256 * 1024

export interface TextPiece {
  text: string
  /** Bytes of the file used so far. */
  bytesRead: number
  last: boolean
}

const marks: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The byte order mark that the bytes start with. */
export function byteOrderMark(head: Uint8Array): { encoding: Encoding; length: number } | undefined {
  const found = marks.find(([, mark]) => mark.every((byte, at) => head[at] === byte))
  return found && { encoding: found[0], length: found[1].length }
}

/** The text of a file, piece by piece, without its byte order mark. Throws TableError. */
export async function* readText(
  path: string,
  encoding: Encoding,
  chunkBytes = defaultChunkBytes,
): AsyncGenerator<TextPiece> {
  if (encoding === 'utf-8') {
    const pieces = readPieces(path, encoding, chunkBytes, utf8Checker(path))
    for await (const { part, ...rest } of pieces) yield { text: part.toString('utf8'), ...rest }
    return
  }
  const pieces = readPieces(path, encoding, chunkBytes, foreignDecoder(encoding))
  for await (const { part, ...rest } of pieces) yield { text: part, ...rest }
}

export interface BytePiece extends Omit<TextPiece, 'text'> {
  /** In UTF-8, of whole characters. They may be changed by their reader; the next piece may lie in the same place. */
  bytes: Buffer
}

/** The same in UTF-8, whatever the encoding of the file. */
export async function* readUtf8(path: string, encoding: Encoding): AsyncGenerator<BytePiece> {
  if (encoding === 'utf-8') {
    const pieces = readPieces(path, encoding, defaultChunkBytes, utf8Checker(path))
    for await (const { part, ...rest } of pieces) yield { bytes: part, ...rest }
    return
  }
  for await (const { text, ...rest } of readText(path, encoding)) yield { bytes: Buffer.from(text), ...rest }
}

interface Taken<Part> {
  part: Part
  /** How many bytes at the end are left to the next piece. */
  left: number
}

/** Reads the next piece while the present one is used. Each lies in the middle of a buffer, behind what was left before it. */
async function* readPieces<Part>(
  path: string,
  encoding: Encoding,
  chunkBytes: number,
  take: (bytes: Buffer, last: boolean, offset: number) => Taken<Part> | Promise<Taken<Part>>,
) {
  const file = await open(path, 'r')
  let reading: Promise<{ bytesRead: number }> | undefined
  try {
    const total = (await file.stat()).size
    let [buffer, other] = [Buffer.allocUnsafeSlow(chunkBytes * 2), Buffer.allocUnsafeSlow(chunkBytes * 2)]
    const read = (into: Buffer, from: number) => file.read(into, chunkBytes, chunkBytes, from)
    let [bytesRead, carried] = [0, 0]
    reading = read(buffer, 0)
    for (let last = false; !last;) {
      const { bytesRead: count } = await reading
      let bytes = buffer.subarray(chunkBytes - carried, chunkBytes + count)
      const mark = bytesRead === 0 ? byteOrderMark(bytes) : undefined
      if (mark?.encoding === encoding) bytes = bytes.subarray(mark.length)
      bytesRead += count
      last = count === 0 || bytesRead >= total
      if (!last) reading = read(other, bytesRead)
      const { part, left } = await take(bytes, last, bytesRead - bytes.length)
      bytes.copy(other, chunkBytes - left, bytes.length - left)
      carried = left
      yield { part, bytesRead, last }
      ;[buffer, other] = [other, buffer]
    }
  } finally {
    await reading?.catch(() => undefined)
    await file.close()
  }
}

// Much faster than TextDecoder in streaming mode: whole lines are checked in one native call, and a scanner
// has nothing left of a piece that the next would have to be joined to. What is left is shorter than a piece, as a
// line that goes on for longer is cut.
function utf8Checker(path: string) {
  return (whole: Buffer, last: boolean, offset: number): Taken<Buffer> | Promise<never> => {
    const end = last ? whole.length : whole.lastIndexOf(10) + 1 || wholeCharacters(whole)
    const part = whole.subarray(0, end)
    return isUtf8(part) ? { part, left: whole.length - end } : notUtf8(path, part, offset)
  }
}

/** The length of the bytes without a UTF-8 character that is cut off at the end. */
export function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) return characterLength(byte) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

function characterLength(first: number): number {
  if (first >= 0xf0) return 4
  return first >= 0xe0 ? 3 : 2
}

function foreignDecoder(encoding: Encoding) {
  const decoder = iconv.getDecoder(encoding, { stripBOM: false })
  return (bytes: Buffer, last: boolean): Taken<string> => ({
    part: decoder.write(bytes) + (last ? (decoder.end() ?? '') : ''),
    left: 0,
  })
}

async function notUtf8(path: string, part: Buffer, offset: number): Promise<never> {
  const before = await lineBreaks(path, offset)
  let start = 0
  let line = before + 1
  for (let end = part.indexOf(10); end !== -1 && isUtf8(part.subarray(start, end));) {
    line += 1
    start = end + 1
    end = part.indexOf(10, start)
  }
  const advice = 'Save the file as UTF-8, or choose the encoding it was written in (often windows-1252).'
  throw new TableError('bad_encoding', `Line ${line} contains bytes that are not UTF-8. ${advice}`, line)
}

async function lineBreaks(path: string, bytes: number): Promise<number> {
  let count = 0
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.allocUnsafe(defaultChunkBytes)
    for (let at = 0; at < bytes;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, bytes - at), at)
      if (bytesRead === 0) break
      for (let i = 0; i < bytesRead; i += 1) if (buffer[i] === 10) count += 1
      at += bytesRead
    }
  } finally {
    await file.close()
  }
  return count
}
