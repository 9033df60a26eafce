import { mostHashes } from './byte.hash.ts'
import { isDigitAt, pieceOf, type CellRun, type Piece } from './cell.bytes.ts'
import { release, type EntryBudget } from './distinct.counter.ts'

/** Numbers whose bits lie together. */
const numbersInPart = 1 << 15
const wordsInPart = numbersInPart / 32
/** The entries of a table that take as much memory. */
const entriesInPart = wordsInPart / 4
const firstParts = 4
/** As large as the largest table. */
const mostParts = 1 << 12
const longestPrefix = 32
const mostDigits = 15
const zero = 48

/** Cells that are the same text with a number of their own behind it, such as `C-0017`. */
export interface NumberedCounter {
  /** Takes cells up to the first that came before, is no such cell, or has no room. Answers its index. */
  take(run: CellRun): number
  size(): number
  /** Gives what there is, at most as many cells at once as are hashed at once. */
  each(take: (run: CellRun) => void): void
  /** Gives the memory back. */
  leave(): void
}

/** The text before the digits at the end. */
function prefixOf({ bytes }: Piece, start: number, end: number): Buffer {
  let at = end
  while (at > start && end - at < mostDigits && isDigitAt(bytes, at - 1)) at -= 1
  return Buffer.from(bytes.subarray(start, at))
}

function beginsAlike(bytes: Buffer, start: number, text: Buffer): boolean {
  for (let at = 0; at < text.length; at += 1) if (bytes[start + at] !== text[at]) return false
  return true
}

/** Digits with a 1 in front of them, which keeps zeros at their beginning apart; -1 for all else. */
function numberOf(bytes: Buffer, start: number, end: number): number {
  if (start >= end || end - start > mostDigits) return -1
  let number = 1
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] as number) - zero
    if (digit < 0 || digit > 9) return -1
    number = number * 10 + digit
  }
  return number
}

/** A run of cells in a piece of its own, which is filled with one text after the other. */
function createRun(text: Buffer) {
  const bytes = Buffer.allocUnsafe(mostHashes * (text.length + mostDigits))
  const run = {
    piece: pieceOf(bytes),
    starts: new Int32Array(mostHashes),
    ends: new Int32Array(mostHashes),
    from: 0,
    to: 0,
    widest: text.length + mostDigits,
  }
  let end = 0

  return {
    run,
    put(number: number): void {
      if (run.to === 0) end = 0
      run.starts[run.to] = end
      end += text.copy(bytes, end)
      end += bytes.write(String(number).slice(1), end, 'latin1')
      run.ends[run.to] = end
      run.to += 1
    },
  }
}

/**
 * Keeps one bit for each number, as long as they lie close together. The ids of most files do, and they take neither
 * a hash nor a look into a distant part of the memory.
 */
export function createNumberedCounter(budget: EntryBudget): NumberedCounter {
  let prefix: Buffer | undefined
  const parts = new Map<number, Int32Array<ArrayBuffer>>()
  let part = new Int32Array(0)
  let partAt = -1
  let size = 0

  /** Turns to a part; false where there is no room for another one. */
  function open(at: number): boolean {
    let found = parts.get(at)
    if (!found) {
      if (parts.size >= Math.min(mostParts, firstParts + size / entriesInPart)) return false
      if (budget.left < entriesInPart) return false
      budget.left -= entriesInPart
      found = new Int32Array(wordsInPart)
      parts.set(at, found)
    }
    part = found
    partAt = at
    return true
  }

  /** False where the number was there before, or has no room. */
  function add(number: number): boolean {
    const at = Math.floor(number / numbersInPart)
    if (at !== partAt && !open(at)) return false
    const place = number - at * numbersInPart
    const word = part[place >>> 5] as number
    const bit = 1 << (place & 31)
    if ((word & bit) !== 0) return false
    part[place >>> 5] = word | bit
    size += 1
    return true
  }

  return {
    take({ piece, starts, ends, from, to }) {
      const { bytes } = piece
      prefix ??= prefixOf(piece, starts[from] as number, ends[from] as number)
      if (prefix.length > longestPrefix) return from
      const { length } = prefix
      for (let at = from; at < to; at += 1) {
        const start = starts[at] as number
        const number = numberOf(bytes, start + length, ends[at] as number)
        if (number === -1 || !beginsAlike(bytes, start, prefix) || !add(number)) return at
      }
      return to
    },
    size: () => size,
    each(take) {
      const { run, put } = createRun(prefix ?? Buffer.alloc(0))
      for (const [at, words] of parts) {
        for (let place = 0; place < numbersInPart; place += 1) {
          if (((words[place >>> 5] as number) & (1 << (place & 31))) === 0) continue
          put(at * numbersInPart + place)
          if (run.to < mostHashes) continue
          take(run)
          run.to = 0
        }
      }
      if (run.to > 0) take(run)
    },
    leave() {
      budget.left += parts.size * entriesInPart
      for (const one of parts.values()) release(one)
      parts.clear()
    },
  }
}
