import { hashBytes, hashed } from './byte.hash.ts'
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
const queued = 1 << 7

export interface DistinctCounter {
  /** From now on an estimate is enough. */
  estimate(): void
  /** Takes a text, as a part of a piece. */
  add(piece: Piece, start: number, end: number, times: number): void
  /** How many different texts there were, and how many were repetitions; estimates once `isExact` is false. */
  count(): { distinct: number; repeats: number; isExact: boolean }
}

/** Gives the memory of a table back at once. A thread that has become idle collects nothing. */
const release = (table: Int32Array<ArrayBuffer>): void => void table.buffer.transfer(0)

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
  // Once enough is known of a column that needs no exact count, the rest is only counted.
  let isDone = false
  let later = 0
  // How many there were at about half of what was seen: how fast new ones come since says how many the rest has.
  let half = { seen: 0, distinct: 0 }
  // Hashes wait for each other: one look into a large table takes as long as several that have not to wait.
  // The last element takes what a look ahead came to, which no one reads, so that it is not left out.
  const queue = new Int32Array(queued * 2 + 1)
  let waiting = 0

  /** Puts a hash where it belongs; false where it was there before. A hash of zeros marks a free slot. */
  function insert(high: number, low: number): boolean {
    const mask = slots - 1
    let slot = high >>> (32 - bits)
    while (table[slot * 2] !== 0) {
      if (table[slot * 2] === high && table[slot * 2 + 1] === low) return false
      slot = (slot + 1) & mask
    }
    table[slot * 2] = high
    table[slot * 2 + 1] = low
    return true
  }

  function rebuild(nextBits: number): void {
    const old = table
    bits = nextBits
    slots = 1 << bits
    table = new Int32Array(slots * 2)
    size = 0
    for (let at = 0; at < old.length; at += 2) {
      const [high, low] = [old[at] as number, old[at + 1] as number]
      if (high !== 0 && isKept(low) && insert(high, low)) size += 1
    }
    release(old)
  }

  const isKept = (low: number): boolean => (low & ((1 << level) - 1)) === 0

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

  function take(high: number, low: number, times: number): void {
    seen += times
    if (!isKept(low)) return
    const isNew = insert(high, low)
    repeats += isNew ? times - 1 : times
    if (isNew) size += 1
    if (size * 2 > slots) makeRoom()
  }

  /** Looks at the slots of all hashes that wait: no look waits for another, as it does for what is done with it. */
  function lookAhead(): void {
    let found = 0
    for (let at = 0; at < waiting; at += 1) {
      found ^= table[((queue[at * 2] as number) >>> (32 - bits)) * 2] as number
    }
    queue[queued * 2] = found
  }

  function takeWaiting(): void {
    lookAhead()
    for (let at = 0; at < waiting; at += 1) take(queue[at * 2] as number, queue[at * 2 + 1] as number, 1)
    waiting = 0
    if (seen >= (isRough ? enoughEstimated : enoughSeen) && mayEstimate()) isDone = true
    else if (seen >= half.seen * 2) half = { seen, distinct: distinctSeen() }
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
      if (isDone) {
        later += times
        return
      }
      hashBytes(piece.view, start, end)
      const [high, low] = [hashed[0] as number, hashed[1] as number]
      if (times > 1) {
        take(high, low, times)
        return
      }
      queue[waiting * 2] = high
      queue[waiting * 2 + 1] = low
      waiting += 1
      if (waiting === queued) takeWaiting()
    },
    count() {
      takeWaiting()
      const distinct = distinctSeen() + distinctLater()
      return { distinct, repeats: seen + later - distinct, isExact: level === 0 && later === 0 }
    },
  }
}
