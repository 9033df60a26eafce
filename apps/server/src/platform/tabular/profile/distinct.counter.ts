/** Entries that the columns of one table may have together: 8 bytes a slot, at most half of the slots in use. */
export interface EntryBudget {
  left: number
}

export const tableEntries = 1 << 22

const firstSlots = 1 << 8
/** A column in which values come again and again needs no exact count. */
const repetitiveEntries = 1 << 14
const columnEntries = 1 << 20
const longestHashed = 64
const enoughSeen = 1 << 17

export interface DistinctCounter {
  /** From now on an estimate is enough. */
  estimate(): void
  add(text: string, times?: number): void
  /** How many different texts there were, and how many were repetitions; estimates once `isExact` is false. */
  count(): { distinct: number; repeats: number; isExact: boolean }
}

/**
 * Counts different texts in memory that does not grow with the file: it keeps hashes of 64 bits, and when they
 * become too many only every second, fourth, eighth of them. A column without repetitions counts as one for good.
 */
export function createDistinctCounter(budget: EntryBudget): DistinctCounter {
  let slots = firstSlots
  let high = new Uint32Array(slots)
  let low = new Uint32Array(slots)
  let size = 0
  let seen = 0
  let repeats = 0
  // Hashes are kept whose last `level` bits are zero.
  let level = 0
  let isRough = false
  // Once enough is known of a column that needs no exact count, the rest is only counted.
  let isDone = false
  let later = 0

  /** Puts a hash where it belongs; false where it was there before. A hash of zeros marks a free slot. */
  function insert(a: number, b: number): boolean {
    const mask = slots - 1
    let slot = (a ^ (b >>> 9)) & mask
    while (high[slot] !== 0 || low[slot] !== 0) {
      if (high[slot] === a && low[slot] === b) return false
      slot = (slot + 1) & mask
    }
    high[slot] = a
    low[slot] = b
    return true
  }

  function rebuild(nextSlots: number): void {
    const old = { high, low }
    slots = nextSlots
    high = new Uint32Array(slots)
    low = new Uint32Array(slots)
    size = 0
    for (let at = 0; at < old.high.length; at += 1) {
      const [a, b] = [old.high[at] as number, old.low[at] as number]
      if ((a !== 0 || b !== 0) && isKept(b) && insert(a, b)) size += 1
    }
  }

  const isKept = (b: number): boolean => (b & ((1 << level) - 1)) === 0

  const mayEstimate = (): boolean => isRough || repeats * 2 ** level > seen / 2

  /** Keeps half of the hashes: repetitions are halved with them. */
  function thin(): void {
    level += 1
    repeats /= 2
    rebuild(slots)
  }

  function makeRoom(): void {
    if (size >= (mayEstimate() ? repetitiveEntries : columnEntries) || budget.left < slots / 2) {
      thin()
      return
    }
    budget.left -= slots / 2
    rebuild(slots * 2)
  }

  return {
    estimate() {
      isRough = true
    },
    add(text, times = 1) {
      if (isDone) {
        later += times
        return
      }
      if (seen >= enoughSeen && mayEstimate()) isDone = true
      hash(text)
      seen += times
      if (!isKept(hashed.low)) return
      const isNew = insert(hashed.high, hashed.low)
      repeats += isNew ? times - 1 : times
      if (isNew) size += 1
      if (size * 2 > slots) makeRoom()
    },
    count() {
      const share = seen === 0 ? 0 : Math.min(1, (repeats * 2 ** level) / seen)
      const all = Math.round(share * (seen + later))
      return { distinct: seen + later - all, repeats: all, isExact: level === 0 && later === 0 }
    },
  }
}

/** The latest hash: one object, because millions of pairs would have to be collected. */
const hashed = { high: 0, low: 0 }

/** Hashes a text in two lanes; of a long one only both ends, as what tells records apart is short. */
function hash(text: string): void {
  const { length } = text
  const skipped = Math.max(0, length - longestHashed)
  const half = skipped > 0 ? longestHashed / 2 : length
  let a = 0x9e3779b9 ^ length
  let b = 0x85ebca6b
  for (let at = 0; at < length; at += 1) {
    if (at === half) at += skipped
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b, 0x5bd1e995) + code
  }
  hashed.high = mix(a)
  hashed.low = mix(b ^ hashed.high)
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x7feb352d)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0 || 1
}
