import { addDays, type Day } from './day.ts'
import type { Span } from './span.ts'

/** The test of a field in a positive leaf; an unset field never passes it. */
export type Test =
  | { is: 'set' }
  | { is: 'text'; match: TextMatch; folded: string }
  | { is: 'number'; span: Span<number> }
  /** A number too, but of decimal digits, which are compared exactly. */
  | { is: 'amount'; span: Span<string> }
  | { is: 'date'; span: Span<Day> }
  /** From so many days before today to so many days after it, both included. */
  | { is: 'around'; before: number; after: number }
  | { is: 'boolean'; value: boolean }
  /** Any of these ids; never empty, no id twice. */
  | { is: 'reference'; ids: readonly number[] }

export type TextMatch = 'equals' | 'contains' | 'startsWith'

/** The days a relative test stands for on the day `today`. */
export function spanAround(test: { before: number; after: number }, today: Day): Span<Day> {
  return { low: addDays(today, -test.before), high: addDays(today, test.after) }
}
