import type { LevelId } from '@steward/contracts/level'

/** What the statement of a metric is made for. */
export interface MetricContext {
  level: LevelId
  /** Where its period begins; null for a metric without periods. */
  from: Date | null
  now: Date
  /** Gives the placeholder of a value. */
  param(value: string): string
}

/**
 * What a measure can be about. Its value is a number; of a date, the days since it, less than zero for days
 * to come; true or false; or the ids of options, as an array of int8.
 */
export interface Metric {
  key: string
  displayName: string
  kind: 'number' | 'date' | 'boolean' | 'options'
  unit: string | null
  /** Whether it is added up over a period. */
  periods: boolean
  levels: readonly LevelId[]
  /** Where its values come from, in a word: "Field", "Timeline". */
  source: string
  /**
   * A subquery without parentheses for a record known as `r`: exactly one row with the columns `value`, typed as
   * its kind says, and `at`, a timestamptz that says since when the value is so, or null where that is not known.
   * Null means that there is not a value.
   */
  select(context: MetricContext): string
  /** Whether the value changes by time alone. */
  timed: boolean
  /** Whether it is money, which other exchange rates make worth something else. */
  money?: boolean
  /** Whether it is the date by which something has to be done, which is overdue after it. */
  isDeadline?: boolean
  /** What it may hold, where its values are options; those that are retired stay readable. */
  options?: readonly MetricOption[]
}

export interface MetricOption {
  id: number
  displayName: string
  retired: boolean
}
