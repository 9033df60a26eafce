import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { utf16ByZeros } from './file.kind.ts'
import type { Encoding } from '@steward/contracts/sheet'
import { byteOrderMark, wholeCharacters } from './text.decoding.ts'

const chunkBytes = 4 * 1024 * 1024
// About a second of reading; beyond that a wrong byte is named by the reader, with its line.
const checkedBytes = 512 * 1024 * 1024

export interface EncodingFinding {
  encoding: Encoding
  bom: string | null
  note: string
}

/** The encoding of a text file by its mark, its zero bytes, or whether all of it is valid UTF-8. */
export async function detectEncoding(path: string, head: Buffer): Promise<EncodingFinding> {
  const mark = byteOrderMark(head)
  if (mark) {
    const note = `Encoding: ${mark.encoding} (byte order mark).`
    return { encoding: mark.encoding, bom: mark.encoding, note }
  }
  const wide = utf16ByZeros(head.subarray(0, 4096))
  if (wide) {
    return {
      encoding: wide,
      bom: null,
      note: `Encoding: ${wide} (detected).`,
    }
  }
  if (await isUtf8File(path)) return { encoding: 'utf-8', bom: null, note: 'Encoding: utf-8 (detected).' }
  if (isShiftJis(head)) {
    return {
      encoding: 'shift_jis',
      bom: null,
      note: 'Encoding: shift_jis (detected).',
    }
  }
  const note = 'Encoding: windows-1252 (assumed). Check accented letters.'
  return { encoding: 'windows-1252', bom: null, note }
}

/** Bytes that windows-1252 leaves undefined, and that make up kana and kanji throughout. */
function isShiftJis(head: Buffer): boolean {
  if (![0x81, 0x8d, 0x8f, 0x90, 0x9d].some((byte) => head.includes(byte))) return false
  const text = iconv.decode(head, 'shift_jis')
  const fault = text.indexOf('\ufffd')
  return (fault === -1 || fault >= text.length - 2) && /[\u3040-\u30ff\u4e00-\u9fff]{2}/.test(text)
}

async function isUtf8File(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes)
    let carried = 0
    for (let at = 0; at < checkedBytes;) {
      const { bytesRead } = await file.read(buffer, carried, chunkBytes - carried, at)
      const bytes = buffer.subarray(0, carried + bytesRead)
      if (bytesRead === 0) return isUtf8(bytes)
      const end = wholeCharacters(bytes)
      if (!isUtf8(bytes.subarray(0, end))) return false
      carried = bytes.copy(buffer, 0, end)
      at += bytesRead
    }
    return true
  } finally {
    await file.close()
  }
}
