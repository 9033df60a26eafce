import type { CellRun } from './cell.bytes.ts'

const longestHashed = 128

/** The latest hash in two halves: one array, because millions of pairs would have to be collected. */
export const hashed = new Int32Array(2)

/** Hashes a part of a piece in two lanes, into halves that are not zero; of a long one only both ends, as what tells records apart is short. */
export function hashBytes(view: DataView, start: number, end: number): void {
  const length = end - start
  let a = 0x9e3779b9 ^ length
  let b = 0x85ebca6b | 0
  const skipped = length > longestHashed ? length - longestHashed : 0
  const half = skipped > 0 ? start + longestHashed / 2 : end
  const rest = end - 4
  for (let at = start; at < rest; at += 4) {
    if (at === half) at += skipped
    const word = view.getInt32(at, true)
    a = Math.imul(a ^ word, 0x01000193)
    a ^= a >>> 15
    b = Math.imul(b + word, 0x5bd1e995)
    b ^= b >>> 13
  }
  const word = lastWord(view, start, length)
  keep(Math.imul(a ^ word, 0x01000193), Math.imul(b + word, 0x5bd1e995))
}

/** At most so many cells are hashed at once. */
export const mostHashes = 128
/** The hashes of the latest cells, the halves of each beside each other. */
export const hashes = new Int32Array(mostHashes * 2)

/** Hashes parts of a piece into `hashes`. */
export function hashCells({ piece, starts, ends, from, to }: CellRun): void {
  const { view } = piece
  for (let at = from, place = 0; at < to; at += 1, place += 2) {
    hashBytes(view, starts[at] as number, ends[at] as number)
    hashes[place] = hashed[0] as number
    hashes[place + 1] = hashed[1] as number
  }
}

/** Up to so many bytes differ where their first or last four do. */
const longestShort = 8

/** Hashes a part of a piece well enough for a small table: a short one in less time than by `hashBytes`. */
export function hashForFew(view: DataView, start: number, end: number): void {
  const length = end - start
  if (length > longestShort) {
    hashBytes(view, start, end)
    return
  }
  const first = length > 4 ? view.getInt32(start, true) : lastWord(view, start, length)
  const last = length > 4 ? view.getInt32(end - 4, true) : 0
  const a = Math.imul(first, 0x9e3779b1)
  const b = Math.imul(last ^ Math.imul(length, 0x85ebca6b), 0xc2b2ae35)
  hashed[0] = a ^ (a >>> 15)
  hashed[1] = b ^ (b >>> 13)
}

/** The last four bytes, some of which may have been looked at before; all of a shorter part. */
function lastWord(view: DataView, start: number, length: number): number {
  if (length >= 4) return view.getInt32(start + length - 4, true)
  if (length === 3) return view.getUint16(start, true) | (view.getUint8(start + 2) << 16)
  if (length === 2) return view.getUint16(start, true)
  return length === 1 ? view.getUint8(start) : 0
}

/** A one in the place of each byte that is a digit. */
function digitsIn(word: number): number {
  const low = word & 0x7f7f7f7f
  // The highest bit of a byte says whether it is at least 0, and whether it comes after 9.
  return (((low + 0x50505050) & ~(low + 0x46464646) & ~word) >>> 7) & 0x01010101
}

/** Hashes what a part of a piece looks like, with a 1 for each digit; false where it has none but zeros. */
export function hashLook(view: DataView, start: number, end: number): boolean {
  const length = end - start
  let a = 0x9e3779b9 ^ length
  let b = 0x85ebca6b | 0
  let values = 0
  const rest = end - 4
  for (let at = start; at < rest + 4; at += 4) {
    const word = at < rest ? view.getInt32(at, true) : lastWord(view, start, length)
    const digits = digitsIn(word)
    const value = word & Math.imul(digits, 15)
    values |= value
    const look = (word ^ value) | digits
    a = Math.imul(a ^ look, 0x01000193)
    a ^= a >>> 15
    b = Math.imul(b + look, 0x5bd1e995)
    b ^= b >>> 13
  }
  keep(a, b)
  return values !== 0
}

function keep(a: number, b: number): void {
  const high = mix(a)
  hashed[0] = high
  hashed[1] = mix(b ^ high)
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x7feb352d)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x846ca68b)
  return mixed ^ (mixed >>> 16) || 1
}
