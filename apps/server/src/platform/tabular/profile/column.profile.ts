import type { ColumnGuess } from './column.contract.ts'
import type { NumberFormat } from '../number.cell.ts'
import { firstOf, unitsOf, type Piece } from './cell.bytes.ts'
import { shapeOf, type ColumnShape } from './column.shape.ts'
import { isEmail, isPlaceholder } from './cell.look.ts'
import { isOfType, typeOf, type FoundType } from './column.type.ts'
import { createDateCandidate } from './date.candidate.ts'
import { createDistinctCounter, type DistinctCounter, type EntryBudget } from './distinct.counter.ts'
import { createNumberCandidate } from './number.candidate.ts'
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
  /** Takes a cell that has been trimmed and is not empty, as a part of a piece. */
  add(piece: Piece, start: number, end: number): void
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
  let counter: DistinctCounter | undefined
  let [filled, longest, notEmail, blankWords] = [0, 0, 0, 0]
  let isMultiline = false
  let mayBeNumber = true
  let mayBeDate = true
  let mayBeEmail = true
  let nextShape = 1

  function observe(piece: Piece, start: number, end: number, weight: number): void {
    if (!mayBeNumber && !mayBeDate && !mayBeEmail) return
    const { bytes } = piece
    if (isPlaceholder(bytes, start, end)) {
      blankWords += weight
      return
    }
    if (mayBeNumber) mayBeNumber = numbers.observe(piece, start, end, weight)
    if (mayBeDate) mayBeDate = dates.observe(piece, start, end, weight)
    if (!mayBeEmail) return
    if (!isEmail(bytes, start, end)) notEmail += weight
    mayBeEmail = notEmail <= 20 + filled / 20
  }

  function noteShape(text: string): void {
    nextShape = filled < shapedValues ? filled + 1 : Math.ceil(filled * 1.1)
    shaped.push(text)
  }

  /** From now on values are only distinguished by their hashes. */
  function overflow(): DistinctCounter {
    const created = createDistinctCounter(budget)
    whole.each(created.add)
    whole.each(observe)
    samples.push(...whole.first(shownSamples))
    // Short text that is neither a number nor a date may be an id: its repetitions are counted exactly.
    if (longest > longestCounted || mayBeDate || numbers.hasFraction()) created.estimate()
    return created
  }

  function countAll(): ReturnType<DistinctCounter['count']> {
    const distinct = whole.size()
    return counter?.count() ?? { distinct, repeats: filled - distinct, isExact: true }
  }

  /** Some of the values that are not of the type that was found. */
  function strangers(found: FoundType): string[] {
    const values = [...new Set([...(counter ? [] : whole.counts().keys()), ...shaped])]
    return values.filter((value) => !isOfType(value, found)).slice(0, shownMisfits)
  }

  return {
    add(piece, start, end) {
      const { bytes } = piece
      filled += 1
      if (end - start > longest) longest = Math.max(longest, unitsOf(bytes, start, end))
      if (filled >= nextShape) noteShape(firstOf(bytes, start, end, shownCharacters))
      if (!counter) {
        if (whole.add(piece, start, end)) return
        counter = overflow()
      }
      if (samples.length < shownSamples) samples.push(firstOf(bytes, start, end, shownCharacters))
      counter.add(piece, start, end, 1)
      observe(piece, start, end, 1)
    },
    noteBreak() {
      isMultiline = true
    },
    finish(rows, decimal) {
      if (!counter) whole.each(observe)
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
