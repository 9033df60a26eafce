import type { ColumnGuess } from './column.contract.ts'
import type { NumberFormat } from '../number.cell.ts'
import { firstOf, unitsOf, type CellRun, type Piece } from './cell.bytes.ts'
import { mostHashes } from './byte.hash.ts'
import { shapeOf, type ColumnShape } from './column.shape.ts'
import { isEmail, isPlaceholder } from './cell.look.ts'
import { isOfType, typeOf, type FoundType } from './column.type.ts'
import { createDateCandidate } from './date.candidate.ts'
import type { DistinctCount, EntryBudget } from './distinct.counter.ts'
import { createNumberCandidate } from './number.candidate.ts'
import { createRepeatCounter, type RepeatCounter } from './repeat.counter.ts'
import { createValueCounter } from './value.counter.ts'

/** What all values of a column amount to. */
export interface ColumnProfile extends ColumnGuess {
  filled: number
  /** Values that came before in the column. */
  repeats: number
  /** Whether `distinctCount` and `repeats` are counted rather than estimated. */
  isExact: boolean
  /** The first five different values. */
  samples: string[]
  shape: ColumnShape
  /** Values that are not of the type, such as a word among numbers; the first three of them. */
  misfits: { count: number; samples: string[] }
}

export interface ColumnProfiler {
  take(run: CellRun): void
  /** Notes that a cell of the column has a line break. */
  noteBreak(): void
  finish(rows: number, decimal: NumberFormat['decimal']): ColumnProfile
}

const longestCounted = 100
const shownDistinct = 100
const shownSamples = 5
const shownMisfits = 3
const shownCharacters = 1000
const shapedValues = 200

/** Profiles one column, in memory that does not grow with the file. At most `mostCounted` values are counted one by one. */
export function createColumnProfiler(budget: EntryBudget, mostCounted: number): ColumnProfiler {
  const numbers = createNumberCandidate()
  const dates = createDateCandidate()
  const samples: string[] = []
  const shaped: string[] = []
  const whole = createValueCounter(mostCounted, longestCounted)
  let counter: RepeatCounter | undefined
  let [filled, longest, notEmail, blankWords] = [0, 0, 0, 0]
  let isMultiline = false
  let mayBeNumber = true
  let mayBeDate = true
  let mayBeEmail = true
  let nextShape = 1

  /** Takes a cell that comes so many times; the column has `count` with it. */
  function observe(piece: Piece, start: number, end: number, weight: number, count: number): void {
    if (!isOpen()) return
    const { bytes } = piece
    if (isPlaceholder(bytes, start, end)) {
      blankWords += weight
      return
    }
    if (mayBeNumber) mayBeNumber = numbers.observe(piece, start, end, weight)
    if (mayBeDate) mayBeDate = dates.observe(piece, start, end, weight)
    if (!mayBeEmail) return
    if (!isEmail(bytes, start, end)) notEmail += weight
    mayBeEmail = notEmail <= 20 + count / 20
  }

  /** Whether there is a type that depends on every cell. */
  const isOpen = (): boolean => mayBeNumber || mayBeDate || mayBeEmail

  const observeWhole = (): void => {
    whole.each((piece, start, end, times) => observe(piece, start, end, times, filled))
  }

  /** Takes cells after the first so many of the column. */
  function observeRun({ piece, starts, ends, from, to }: CellRun, before: number): void {
    for (let at = from; at < to && isOpen(); at += 1)
      observe(piece, starts[at] as number, ends[at] as number, 1, before + at - from + 1)
  }

  function noteLongest({ piece, starts, ends, from, to, widest }: CellRun): void {
    if (widest <= longest) return
    let most = longest
    for (let at = from; at < to; at += 1) {
      const [start, end] = [starts[at] as number, ends[at] as number]
      if (end - start > most) most = Math.max(most, unitsOf(piece.bytes, start, end))
    }
    longest = most
  }

  function noteShapes({ piece, starts, ends, from, to }: CellRun): void {
    while (nextShape <= filled + to - from) {
      const at = from + nextShape - filled - 1
      shaped.push(firstOf(piece.bytes, starts[at] as number, ends[at] as number, shownCharacters))
      nextShape = nextShape < shapedValues ? nextShape + 1 : Math.ceil(nextShape * 1.1)
    }
  }

  function noteSamples({ piece, starts, ends, from, to }: CellRun): void {
    for (let at = from; at < to && samples.length < shownSamples; at += 1)
      samples.push(firstOf(piece.bytes, starts[at] as number, ends[at] as number, shownCharacters))
  }

  /** From now on values are only distinguished, not kept. */
  function overflow(): RepeatCounter {
    observeWhole()
    samples.push(...whole.first(shownSamples))
    // Short text that is neither a number nor a date may be an id: its repetitions are counted exactly.
    const isRough = longest > longestCounted || mayBeDate || numbers.hasFraction()
    return createRepeatCounter(budget, whole, isRough)
  }

  /** Takes at most as many cells as are hashed at once. */
  function takeFew(run: CellRun): void {
    noteShapes(run)
    const { from, to } = run
    const first = counter ? from : whole.take(run)
    filled += first - from
    if (first === to) return
    counter ??= overflow()
    const rest = { ...run, from: first }
    if (samples.length < shownSamples) noteSamples(rest)
    counter.take(rest)
    observeRun(rest, filled)
    filled += to - first
  }

  function countAll(): DistinctCount {
    const distinct = whole.size()
    return counter?.count() ?? { distinct, repeats: filled - distinct, isExact: true }
  }

  /** Some of the values that are not of the type that was found. */
  function strangers(found: FoundType): string[] {
    const values = [...new Set([...(counter ? [] : whole.counts().keys()), ...shaped])]
    return values.filter((value) => !isOfType(value, found)).slice(0, shownMisfits)
  }

  return {
    take(run) {
      noteLongest(run)
      const { from, to } = run
      for (let at = from; at < to; at += mostHashes)
        takeFew({ ...run, from: at, to: Math.min(to, at + mostHashes) })
    },
    noteBreak() {
      isMultiline = true
    },
    finish(rows, decimal) {
      if (!counter) observeWhole()
      const counted = countAll()
      const found = typeOf(
        {
          filled,
          blankWords,
          distinctCount: counted.distinct,
          counts: counter ? undefined : whole.counts(),
          numbers,
          dates,
          notEmail: mayBeEmail ? notEmail : Infinity,
          longest,
          isMultiline,
        },
        decimal,
      )
      const { misfits: strange, choices, ...type } = found
      const distinct = (choices ?? whole.first(shownDistinct)).slice(0, shownDistinct)
      return {
        ...type,
        distinct,
        distinctCount: choices?.length ?? counted.distinct,
        blank: rows - filled,
        longest,
        filled,
        repeats: counted.repeats,
        isExact: counted.isExact,
        samples: counter ? samples : whole.first(shownSamples),
        shape: shapeOf(shaped),
        misfits: { count: strange, samples: strange === 0 ? [] : strangers(found) },
      }
    },
  }
}
