import type { ColumnGuess } from './column.contract.ts'
import type { NumberFormat } from '../number.cell.ts'
import { shapeOf, type ColumnShape } from './column.shape.ts'
import { isEmail, isOfType, isPlaceholder, typeOf, type FoundType } from './column.type.ts'
import { createDateCandidate } from './date.candidate.ts'
import { createDistinctCounter, type DistinctCounter, type EntryBudget } from './distinct.counter.ts'
import { createNumberCandidate } from './number.candidate.ts'

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
  /** Takes a cell that has been trimmed and is not empty. */
  add(cell: string): void
  finish(rows: number, decimal: NumberFormat['decimal']): ColumnProfile
}

const longestCounted = 100
const shownDistinct = 100
const shownSamples = 5
const shownMisfits = 3
const shownCharacters = 1000
const shapedValues = 200

/** Short texts of a scanner lie in the piece of the file that they were cut from; a copy lets go of it. */
const detach = (text: string): string => (text.length < 13 ? text : Buffer.from(text).toString())

/** Profiles one column, in memory that does not grow with the file. At most `mostCounted` values are counted one by one. */
export function createColumnProfiler(budget: EntryBudget, mostCounted: number): ColumnProfiler {
  const numbers = createNumberCandidate()
  const dates = createDateCandidate()
  const samples: string[] = []
  const shaped: string[] = []
  const counts = new Map<string, { times: number }>()
  let counter: DistinctCounter | undefined
  let [filled, longest, notEmail, blankWords] = [0, 0, 0, 0]
  let isMultiline = false
  let mayBeNumber = true
  let mayBeDate = true
  let mayBeEmail = true
  let nextShape = 1

  function observe(cell: string, weight: number): void {
    if (!mayBeNumber && !mayBeDate && !mayBeEmail) return
    if (isPlaceholder(cell)) {
      blankWords += weight
      return
    }
    if (mayBeNumber) mayBeNumber = numbers.observe(cell, weight)
    if (mayBeDate) mayBeDate = dates.observe(cell, weight)
    if (!mayBeEmail) return
    if (!isEmail(cell)) notEmail += weight
    mayBeEmail = notEmail <= 20 + filled / 20
  }

  function note(cell: string): void {
    if (cell.length > longest) longest = cell.length
    if (!isMultiline && cell.includes('\n')) isMultiline = true
    if (filled < nextShape) return
    nextShape = filled < shapedValues ? filled + 1 : Math.ceil(filled * 1.1)
    shaped.push(detach(cell.slice(0, shownCharacters)))
  }

  function countWhole(cell: string): boolean {
    const known = counts.get(cell)
    if (known) {
      known.times += 1
      return true
    }
    if (counts.size >= mostCounted || cell.length > longestCounted) return false
    const kept = detach(cell)
    counts.set(kept, { times: 1 })
    if (samples.length < shownSamples) samples.push(kept)
    return true
  }

  /** From now on values are only distinguished by their hashes. */
  function overflow(): DistinctCounter {
    const created = createDistinctCounter(budget)
    for (const [cell, { times }] of counts) {
      created.add(cell, times)
      observe(cell, times)
    }
    // Short text that is neither a number nor a date may be an id: its repetitions are counted exactly.
    if (longest > longestCounted || mayBeDate || numbers.hasFraction()) created.estimate()
    return created
  }

  /** Some of the values that are not of the type that was found. */
  function strangers(found: FoundType): string[] {
    const values = [...new Set([...(counter ? [] : counts.keys()), ...shaped])]
    return values.filter((value) => !isOfType(value, found)).slice(0, shownMisfits)
  }

  return {
    add(cell) {
      filled += 1
      note(cell)
      if (!counter) {
        if (countWhole(cell)) return
        counter = overflow()
      }
      if (samples.length < shownSamples) samples.push(detach(cell.slice(0, shownCharacters)))
      counter.add(cell)
      observe(cell, 1)
    },
    finish(rows, decimal) {
      if (!counter) for (const [cell, { times }] of counts) observe(cell, times)
      const counted = counter?.count() ?? {
        distinct: counts.size,
        repeats: filled - counts.size,
        isExact: true,
      }
      const found = typeOf(
        {
          filled,
          blankWords,
          distinctCount: counted.distinct,
          counts: counter ? undefined : counts,
          numbers,
          dates,
          notEmail: mayBeEmail ? notEmail : Infinity,
          longest,
          isMultiline,
        },
        decimal,
      )
      const { misfits: strange, choices, ...type } = found
      const distinct = (choices ?? [...counts.keys()]).slice(0, shownDistinct)
      return {
        ...type,
        distinct,
        distinctCount: choices?.length ?? counted.distinct,
        blank: rows - filled,
        longest,
        filled,
        repeats: counted.repeats,
        isExact: counted.isExact,
        samples,
        shape: shapeOf(shaped),
        misfits: { count: strange, samples: strange === 0 ? [] : strangers(found) },
      }
    },
  }
}
