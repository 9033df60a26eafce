const loadLimit = 0.6
const firstSlots = 1 << 12

/** A hash of 64 bits as two numbers of 32. */
export type KeyHash = readonly [number, number]

/** Hashes a key of several parts. Two lanes of the same mixing with different multipliers. */
export function hashKey(parts: readonly string[]): KeyHash {
  let a = 0x9e3779b9
  let b = 0x85ebca6b
  for (const part of parts) {
    for (let at = 0; at < part.length; at += 1) {
      const code = part.charCodeAt(at)
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b ^ code, 0x5bd1e995)
      b ^= b >>> 13
    }
    // Where one part ends counts: "ab" and "c" are not "a" and "bc".
    a = Math.imul(a ^ 0x1ffff, 0x01000193)
    b = Math.imul(b ^ 0x2ffff, 0x5bd1e995)
  }
  return [mix(a, 0x2c1b3c6d), mix(b, 0x297a2d39)]
}

function mix(hash: number, multiplier: number): number {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, multiplier)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

/** Which keys a file has had so far, and on which line each came first. */
export interface KeySet {
  /** Remembers a key; answers the line on which it came before, or 0. Lines are counted from 1. */
  claim(hash: KeyHash, line: number): number
}

/** Keeps 12 bytes for each slot and no text, so that a million keys take about 25 MB. */
export function createKeySet(): KeySet {
  let slots = firstSlots
  let count = 0
  let high = new Uint32Array(slots)
  let low = new Uint32Array(slots)
  let lines = new Uint32Array(slots)

  /** The slot of a key, or the free one where it belongs. */
  function slotOf(a: number, b: number): number {
    const mask = slots - 1
    let slot = (a ^ (b >>> 7)) & mask
    while (lines[slot] !== 0 && (high[slot] !== a || low[slot] !== b)) slot = (slot + 1) & mask
    return slot
  }

  function grow(): void {
    const old = { high, low, lines, slots }
    slots *= 2
    high = new Uint32Array(slots)
    low = new Uint32Array(slots)
    lines = new Uint32Array(slots)
    for (let at = 0; at < old.slots; at += 1) {
      if (old.lines[at] === 0) continue
      const slot = slotOf(old.high[at] as number, old.low[at] as number)
      high[slot] = old.high[at] as number
      low[slot] = old.low[at] as number
      lines[slot] = old.lines[at] as number
    }
  }

  return {
    claim([a, b], line) {
      const slot = slotOf(a, b)
      const earlier = lines[slot] as number
      if (earlier !== 0) return earlier
      high[slot] = a
      low[slot] = b
      lines[slot] = line
      count += 1
      if (count > slots * loadLimit) grow()
      return 0
    },
  }
}
