/** The part of accounts that an organization's score uses. Scores are in hundredths. */
export interface AccountsValue {
  /** How many of them have a score. */
  n: number
  sum: number
  worst: number
  /** Those that weigh anything: what they weigh, and their scores times that. */
  weights: number
  weighted: number
}

/** A measured value: a number, days since a date, true or false, ids of options; null without one. */
export type InputValue = number | boolean | readonly number[] | AccountsValue | null

export interface Input {
  value: InputValue
  /** Since when it is so, or when the thing happened; null where only the score ledger can tell. */
  at: string | null
}

export function isAccounts(value: InputValue): value is AccountsValue {
  return typeof value === 'object' && value !== null && 'worst' in value
}

/** Whether nothing was measured; no option at all is nothing. */
export function isMissing(value: InputValue): value is null {
  return value === null || (Array.isArray(value) && value.length === 0)
}

export function isSameValue(a: InputValue, b: InputValue): boolean {
  return (
    a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
  )
}

/** A decimal of at most two places in hundredths. */
export function hundredths(value: number): number {
  return Math.round(value * 100)
}
