import { setImmediate } from 'node:timers/promises'
import type { SourceRow } from '../sheet/index.ts'

/**
 * About half a millisecond of work. The batch before this one is being written meanwhile, by some short
 * statements and a long one: whatever keeps the next of its steps waiting leaves the database idle.
 */
const slice = 8

/** Reads the rows of a batch a slice at a time, so that answers of the database are not kept waiting. */
export async function readSliced<T>(rows: readonly SourceRow[], read: (row: SourceRow) => T): Promise<T[]> {
  const done: T[] = []
  for (let start = 0; start < rows.length; start += slice) {
    for (const row of rows.slice(start, start + slice)) done.push(read(row))
    await setImmediate()
  }
  return done
}

/** Asks for the next value while the caller still works on this one. */
export async function* ahead<T>(values: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = values.next()
  // A failure is thrown when its turn comes; until then it has been noticed.
  next.catch(() => undefined)
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = values.next()
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await values.return(undefined).catch(() => undefined)
  }
}
