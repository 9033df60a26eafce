import { hashed, hashForFew } from './byte.hash.ts'
import { pieceOf, unitsOf, type CellRun, type Piece } from './cell.bytes.ts'

const firstSlots = 64
const firstBytes = 128
/** Of a slot: both halves of a hash, the place of the value from 1 on, and how often it came. */
const slotSize = 4

export interface ValueCounter {
  /** Counts cells up to the first that is new and has no room. Answers its index. */
  take(run: CellRun): number
  /** How many different values there are. */
  size(): number
  /** At most so many values, those that came first. */
  first(most: number): string[]
  /** The values in the order in which they came, with how often they did. */
  counts(): Map<string, { times: number }>
  /** Whether any of them came again. */
  haveRepeats(): boolean
  /** The same values as parts of one piece. */
  run(): CellRun
  each(take: (piece: Piece, start: number, end: number, times: number) => void): void
}

const isLonger = (bytes: Buffer, start: number, end: number, longest: number): boolean =>
  end - start > longest && unitsOf(bytes, start, end) > longest

/** Counts each of at most `most` different values of at most `longest` characters. */
export function createValueCounter(most: number, longest: number): ValueCounter {
  let slots = firstSlots
  let table = new Int32Array(slots * slotSize)
  // The slots of values of one byte, from 1 on; for columns that hold nothing else in a run.
  let singles: Int32Array | undefined
  // The values behind each other: most columns have more than are counted, so that no texts are made of these.
  let values = Buffer.allocUnsafeSlow(firstBytes)
  const ends: number[] = []

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

  function grow(): void {
    const old = table
    singles = undefined
    slots *= 2
    table = new Int32Array(slots * slotSize)
    for (let at = 0; at < old.length; at += slotSize) {
      if (old[at + 2] === 0) continue
      const to = find(old[at] as number, old[at + 1] as number)
      for (let place = 0; place < slotSize; place += 1) table[to + place] = old[at + place] as number
    }
  }

  const startOf = (place: number): number => (place === 0 ? 0 : (ends[place - 1] as number))

  /** Keeps a value; answers how many there are. */
  function keep(bytes: Buffer, start: number, end: number): number {
    const from = startOf(ends.length)
    const to = from + end - start
    if (to > values.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(to, values.length * 2))
      values.copy(larger)
      values = larger
    }
    for (let at = 0; at < end - start; at += 1) values[from + at] = bytes[start + at] as number
    return ends.push(to)
  }

  /** Puts a value into a free slot; false where there is no room for it. */
  function keepNew(at: number, bytes: Buffer, start: number, end: number): boolean {
    if (ends.length >= most || isLonger(bytes, start, end, longest)) return false
    table[at] = hashed[0] as number
    table[at + 1] = hashed[1] as number
    table[at + 2] = keep(bytes, start, end)
    table[at + 3] = 1
    if (ends.length * 2 > slots) grow()
    return true
  }

  function takeAny({ piece, starts, ends: endsOf, from, to }: CellRun): number {
    const { bytes, view } = piece
    for (let index = from; index < to; index += 1) {
      const [start, end] = [starts[index] as number, endsOf[index] as number]
      hashForFew(view, start, end)
      const at = find(hashed[0] as number, hashed[1] as number)
      if (table[at + 2] !== 0) table[at + 3] = (table[at + 3] as number) + 1
      else if (!keepNew(at, bytes, start, end)) return index
    }
    return to
  }

  /** Flags and ratings fill whole columns with cells of one byte: each kind is looked for once. */
  function takeSingles(run: CellRun): number {
    const { piece, starts, from, to } = run
    for (let index = from; index < to; index += 1) {
      singles ??= new Int32Array(256)
      const byte = piece.bytes[starts[index] as number] as number
      const known = singles[byte] as number
      if (known > 0) {
        table[known + 2] = (table[known + 2] as number) + 1
        continue
      }
      if (takeAny({ ...run, from: index, to: index + 1 }) === index) return index
      if (singles) singles[byte] = find(hashed[0] as number, hashed[1] as number) + 1
    }
    return to
  }

  const textOf = (place: number): string => values.toString('utf8', startOf(place), ends[place])

  /** How often each value came. */
  function times(): Int32Array {
    const found = new Int32Array(ends.length)
    for (let at = 0; at < table.length; at += slotSize) {
      const place = table[at + 2] as number
      if (place > 0) found[place - 1] = table[at + 3] as number
    }
    return found
  }

  return {
    take: (run) => (run.widest === 1 ? takeSingles(run) : takeAny(run)),
    size: () => ends.length,
    first: (count) => Array.from({ length: Math.min(count, ends.length) }, (_, place) => textOf(place)),
    counts: () => new Map(Array.from(times(), (count, place) => [textOf(place), { times: count }])),
    haveRepeats: () => times().some((count) => count > 1),
    run() {
      return {
        piece: pieceOf(values),
        starts: Int32Array.from(ends, (_, place) => startOf(place)),
        ends: Int32Array.from(ends),
        from: 0,
        to: ends.length,
        widest: values.length,
      }
    },
    each(take) {
      const piece = pieceOf(values)
      for (const [place, count] of times().entries())
        take(piece, startOf(place), ends[place] as number, count)
    },
  }
}
