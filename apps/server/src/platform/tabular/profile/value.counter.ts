import { hashBytes, hashed } from './byte.hash.ts'
import { unitsOf, type Piece } from './cell.bytes.ts'

const firstSlots = 16
/** Of a slot: both halves of a hash, and the place of the value from 1 on. */
const slotSize = 3

export interface ValueCounter {
  /** Counts a part of a piece; false where it is new and there is no room for it. */
  add(piece: Piece, start: number, end: number): boolean
  /** The different values in the order in which they came. */
  readonly values: readonly string[]
  /** The same with how often they came. */
  counts(): Map<string, { times: number }>
}

const isLonger = (bytes: Buffer, start: number, end: number, longest: number): boolean =>
  end - start > longest && unitsOf(bytes, start, end) > longest

/** Counts each of at most `most` different values of at most `longest` characters. */
export function createValueCounter(most: number, longest: number): ValueCounter {
  let slots = firstSlots
  let table = new Int32Array(slots * slotSize)
  const values: string[] = []
  const times: number[] = []

  const slotOf = (high: number, low: number): number => (high ^ (low >>> 9)) & (slots - 1)

  /** The slot of a hash, or the free one where it belongs. */
  function find(high: number, low: number): number {
    let slot = slotOf(high, low)
    for (;;) {
      const at = slot * slotSize
      if (table[at + 2] === 0 || (table[at] === high && table[at + 1] === low)) return at
      slot = (slot + 1) & (slots - 1)
    }
  }

  function put(at: number, high: number, low: number, place: number): void {
    table[at] = high
    table[at + 1] = low
    table[at + 2] = place
  }

  function grow(): void {
    const old = table
    slots *= 2
    table = new Int32Array(slots * slotSize)
    for (let at = 0; at < old.length; at += slotSize) {
      const [high, low, place] = [old[at] as number, old[at + 1] as number, old[at + 2] as number]
      if (place > 0) put(find(high, low), high, low, place)
    }
  }

  return {
    add({ bytes, view }, start, end) {
      hashBytes(view, start, end)
      const [high, low] = [hashed[0] as number, hashed[1] as number]
      const at = find(high, low)
      const place = table[at + 2] as number
      if (place > 0) {
        times[place - 1] = (times[place - 1] as number) + 1
        return true
      }
      if (values.length >= most || isLonger(bytes, start, end, longest)) return false
      times.push(1)
      put(at, high, low, values.push(bytes.toString('utf8', start, end)))
      if (values.length * 2 > slots) grow()
      return true
    },
    values,
    counts: () => new Map(values.map((value, at) => [value, { times: times[at] as number }])),
  }
}
