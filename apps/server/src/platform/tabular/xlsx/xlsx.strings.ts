import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Archive } from './xlsx.archive.ts'
import { parseWhole } from './xlsx.xml.ts'

export interface SharedStrings {
  /** The string with this number, '' if there is none. */
  at(index: number): string
  add(text: string): void
  /** Removes the temporary file, if there was one. */
  close(): void
}

export interface StringLimits {
  /** Strings kept in memory; the rest go to a temporary file. */
  count: number
  /** Characters kept in memory. */
  length: number
}

interface Block {
  first: number
  offset: number
  bytes: number
}

const blockStrings = 256
const blockLength = 256 * 1024
const cachedLength = 16 * 1024 * 1024

/** A list of strings that stays in memory while it is small, and goes on in a temporary file. */
export function createSharedStrings(
  limits: StringLimits = { count: 200_000, length: 32_000_000 },
): SharedStrings {
  const kept: string[] = []
  const blocks: Block[] = []
  const cache = new LRUCache<number, string[]>({ maxSize: cachedLength, sizeCalculation: weight })
  let keptLength = 0
  let pending: string[] = []
  let pendingLength = 0
  let written = 0
  let spill: { folder: string; file: number } | undefined

  function add(text: string): void {
    if (kept.length < limits.count && keptLength < limits.length) {
      kept.push(text)
      keptLength += text.length
      return
    }
    pending.push(text)
    pendingLength += text.length
    if (pending.length >= blockStrings || pendingLength >= blockLength) flush()
  }

  function flush(): void {
    if (!spill) {
      const folder = mkdtempSync(path.join(tmpdir(), 'strings-'))
      spill = { folder, file: openSync(path.join(folder, 'strings'), 'w+') }
    }
    const bytes = Buffer.from(JSON.stringify(pending))
    const last = blocks.at(-1)
    const offset = last ? last.offset + last.bytes : 0
    let done = 0
    while (done < bytes.length) done += writeSync(spill.file, bytes, done, bytes.length - done, offset + done)
    blocks.push({ first: kept.length + written, offset, bytes: bytes.length })
    written += pending.length
    pending = []
    pendingLength = 0
  }

  function at(index: number): string {
    if (index < kept.length) return kept[index] ?? ''
    const later = index - kept.length - written
    if (later >= 0) return pending[later] ?? ''
    const number = blockOf(index)
    const block = blocks[number]
    if (!block || !spill) return ''
    let strings = cache.get(number)
    if (!strings) {
      const bytes = Buffer.alloc(block.bytes)
      readSync(spill.file, bytes, 0, block.bytes, block.offset)
      strings = JSON.parse(bytes.toString('utf8')) as string[]
      cache.set(number, strings)
    }
    return strings[index - block.first] ?? ''
  }

  /** The last block that starts at or before a string. */
  function blockOf(index: number): number {
    let low = 0
    let high = blocks.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((blocks[middle]?.first ?? Infinity) <= index) low = middle
      else high = middle - 1
    }
    return low
  }

  function close(): void {
    if (!spill) return
    closeSync(spill.file)
    rmSync(spill.folder, { recursive: true, force: true })
    spill = undefined
  }

  return { at, add, close }
}

function weight(strings: string[]): number {
  return strings.reduce((sum, one) => sum + one.length + 16, 1)
}

/** Reads the shared strings of a workbook; the runs of a rich text are joined, phonetic hints left out. */
export async function loadSharedStrings(archive: Archive, name: string, into: SharedStrings): Promise<void> {
  if (!archive.has(name)) return
  let text = ''
  let inText = false
  let phonetic = false
  await parseWhole(archive, name, {
    open: (tag) => {
      if (tag === 'si') text = ''
      else if (tag === 'rPh') phonetic = true
      inText = tag === 't' && !phonetic
    },
    text: (piece) => {
      if (inText) text += piece
    },
    close: (tag) => {
      inText = false
      if (tag === 'rPh') phonetic = false
      else if (tag === 'si') into.add(unescaped(text))
    },
  })
}

/** Excel writes characters that XML cannot hold as _x000D_. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
