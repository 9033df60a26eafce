import { hashBytes, hashed, hashes } from './byte.hash.ts'
import type { Piece } from './cell.bytes.ts'

/** Entries that the columns of one table may have together: 8 bytes a slot, at most half of the slots in use. */
export interface EntryBudget {
  left: number
}

export const tableEntries = 1 << 22

const firstBits = 8
/** A column in which values come again and again needs no exact count. */
const repetitiveEntries = 1 << 14
const columnEntries = 1 << 20
const enoughSeen = 1 << 17
/** The same for one in which an estimate is asked for. */
const enoughEstimated = 1 << 14
/** From here on a table takes a megabyte, most of it for nothing if it grew fourfold. */
const largeSlots = 1 << 17
/** Smaller tables lie in the nearest memory of a processor anyway. */
const distantSlots = 1 << 12

/** How many different texts there were, and how many were repetitions; estimates once `isExact` is false. */
export interface DistinctCount {
  distinct: number
  repeats: number
  isExact: boolean
}

export interface DistinctCounter {
  /** From now on an estimate is enough. */
  estimate(): void
  /** Takes a text, as a part of a piece. */
  add(piece: Piece, start: number, end: number, times: number): void
  /** Takes so many cells whose `hashes` are there. */
  take(count: number): void
  /** Whether the rest is only counted, by `skip`: enough is known of a column that needs no exact count. */
  isDone(): boolean
  skip(count: number): void
  count(): DistinctCount
}

/** Gives the memory of a table back at once. A thread that has become idle collects nothing. */
export const release = (table: Int32Array<ArrayBuffer>): void => void table.buffer.transfer(0)

/**
 * Counts different texts in memory that does not grow with the file: it keeps hashes of 64 bits, and when they
 * become too many only every second, fourth, eighth of them. A column without repetitions counts as one for good.
 */
export function createDistinctCounter(budget: EntryBudget): DistinctCounter {
  // Slots follow the first bits of a hash, so that a larger table is filled from one end to the other.
  let bits = firstBits
  let slots = 1 << bits
  // Both halves of a hash lie beside each other: they come with one look into the memory.
  let table = new Int32Array(slots * 2)
  let size = 0
  let seen = 0
  let repeats = 0
  // Hashes are kept whose last `level` bits are zero.
  let level = 0
  let isRough = false
  let isDone = false
  let later = 0
  // How many there were at about half of what was seen: how fast new ones come since says how many the rest has.
  let half = { seen: 0, distinct: 0 }
  // Keeps the result of a look ahead, so that the compiler doesn't remove it as unused.
  const ahead = new Int32Array(1)

  /** Puts a hash where it belongs; false where it was there before. A hash of zeros marks a free slot. */
  function insert(high: number, low: number): boolean {
    const into = table
    const mask = into.length - 1
    let at = (high >>> (32 - bits)) * 2
    for (let found = into[at] as number; found !== 0; found = into[at] as number) {
      if (found === high && into[at + 1] === low) return false
      at = (at + 2) & mask
    }
    into[at] = high
    into[at + 1] = low
    return true
  }

  function rebuild(nextBits: number): void {
    const old = table
    const mask = levelMask()
    bits = nextBits
    slots = 1 << bits
    table = new Int32Array(slots * 2)
    size = 0
    for (let at = 0; at < old.length; at += 2) {
      const [high, low] = [old[at] as number, old[at + 1] as number]
      if (high !== 0 && (low & mask) === 0 && insert(high, low)) size += 1
    }
    release(old)
  }

  const levelMask = (): number => (1 << level) - 1

  const mayEstimate = (): boolean => isRough || repeats * 2 ** level > seen / 2

  /** Keeps half of the hashes: repetitions are halved with them. */
  function thin(): void {
    level += 1
    repeats /= 2
    rebuild(bits)
  }

  function makeRoom(): void {
    if (size >= (mayEstimate() ? repetitiveEntries : columnEntries) || budget.left < slots / 2) {
      thin()
      return
    }
    // A table that has grown before will again: twice at once is half of the moving.
    const more = bits > firstBits && budget.left >= slots * 1.5 && slots < largeSlots ? 2 : 1
    budget.left -= (slots * (2 ** more - 1)) / 2
    rebuild(bits + more)
  }

  function put(high: number, low: number, times: number): void {
    seen += times
    if ((low & levelMask()) !== 0) return
    const isNew = insert(high, low)
    repeats += isNew ? times - 1 : times
    if (isNew) size += 1
    if (size * 2 > slots) makeRoom()
  }

  /** Looks at the slots of all hashes: no look waits for another, as it does for what is done with it. */
  function lookAhead(end: number): void {
    const [from, shift] = [table, 32 - bits]
    let found = 0
    for (let at = 0; at < end; at += 2) found ^= from[((hashes[at] as number) >>> shift) * 2] as number
    ahead[0] = found
  }

  const distinctSeen = (): number => seen - Math.min(seen, repeats * 2 ** level)

  function distinctLater(): number {
    if (later === 0) return 0
    return Math.round((Math.max(0, distinctSeen() - half.distinct) / (seen - half.seen)) * later)
  }

  return {
    estimate() {
      isRough = true
    },
    add(piece, start, end, times) {
      hashBytes(piece.view, start, end)
      put(hashed[0] as number, hashed[1] as number, times)
    },
    take(count) {
      const end = count * 2
      if (slots >= distantSlots) lookAhead(end)
      for (let at = 0; at < end; at += 2) put(hashes[at] as number, hashes[at + 1] as number, 1)
      if (seen >= (isRough ? enoughEstimated : enoughSeen) && mayEstimate()) isDone = true
      else if (seen >= half.seen * 2) half = { seen, distinct: distinctSeen() }
    },
    isDone: () => isDone,
    skip(count) {
      later += count
    },
    count() {
      const distinct = distinctSeen() + distinctLater()
      return { distinct, repeats: seen + later - distinct, isExact: level === 0 && later === 0 }
    },
  }
}
