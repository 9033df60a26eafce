import { hashCells } from './byte.hash.ts'
import type { CellRun } from './cell.bytes.ts'
import {
  createDistinctCounter,
  type DistinctCount,
  type DistinctCounter,
  type EntryBudget,
} from './distinct.counter.ts'
import { createNumberedCounter, type NumberedCounter } from './numbered.counter.ts'
import type { ValueCounter } from './value.counter.ts'

/** Counts the repetitions in a column that has more values than are kept. */
export interface RepeatCounter {
  /** Takes at most as many cells as are hashed at once. */
  take(run: CellRun): void
  count(): DistinctCount
}

/** Continues from the first values of a column. Of a rough one an estimate is enough. */
export function createRepeatCounter(
  budget: EntryBudget,
  values: ValueCounter,
  isRough: boolean,
): RepeatCounter {
  let numbered = isRough || values.haveRepeats() ? undefined : numbersOf()
  let counter = numbered ? undefined : hashesOf()

  function numbersOf(): NumberedCounter | undefined {
    const created = createNumberedCounter(budget)
    const run = values.run()
    if (created.take(run) === run.to) return created
    created.leave()
    return undefined
  }

  function hashesOf(): DistinctCounter {
    const created = createDistinctCounter(budget)
    values.each(created.add)
    if (isRough) created.estimate()
    return created
  }

  function hashNumbers(from: NumberedCounter): DistinctCounter {
    const created = createDistinctCounter(budget)
    from.each((run) => {
      hashCells(run)
      created.take(run.to - run.from)
    })
    from.leave()
    return created
  }

  return {
    take(run) {
      let { from } = run
      if (numbered) {
        from = numbered.take(run)
        if (from === run.to) return
        counter = hashNumbers(numbered)
        numbered = undefined
      }
      const count = run.to - from
      if (counter?.isDone()) counter.skip(count)
      else {
        hashCells(from === run.from ? run : { ...run, from })
        counter?.take(count)
      }
    },
    count: () => counter?.count() ?? { distinct: numbered?.size() ?? 0, repeats: 0, isExact: true },
  }
}
