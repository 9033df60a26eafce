import { LRUCache } from 'lru-cache'

/** What was counted, and how often the values that it was counted from had been written by then. */
interface Counted<Value> {
  changes: number
  value: Value
  /** Whether nothing changed between the last two counts, or this is the first. */
  isQuiet: boolean
}

/**
 * Remembers by the text of a statement what it counted from slots. It holds as long as no one has
 * written these: every statement that relies on it reads the number of changes as well, from the same
 * moment as all else that it reads.
 */
export interface CountMemory<Value> {
  /** What was counted when so many changes had been made. */
  recall(text: string, changes: number): Value | undefined
  /** The latest count, if it is worth remembering: counts of values that keep changing are not. */
  quiet(text: string): Value | undefined
  /** The latest count, whatever has changed since. */
  latest(text: string): Value | undefined
  note(text: string, changes: number, value: Value): void
}

/** What is remembered of all tenants. */
const mostCounted = 1000

export function createCountMemory<Value extends object>(): CountMemory<Value> {
  const known = new LRUCache<string, Counted<Value>>({ max: mostCounted })
  return {
    recall(text, changes) {
      const counted = known.get(text)
      return counted?.changes === changes ? counted.value : undefined
    },
    quiet(text) {
      const counted = known.get(text)
      return counted?.isQuiet ? counted.value : undefined
    },
    latest: (text) => known.get(text)?.value,
    note(text, changes, value) {
      const last = known.get(text)
      known.set(text, { changes, value, isQuiet: last === undefined || last.changes === changes })
    },
  }
}
