/** A stretch of numbers or of days; a missing end is unbounded, an end is included unless it is open. */
export interface Span<Value> {
  low?: Value
  lowOpen?: boolean
  high?: Value
  highOpen?: boolean
}

export type Comparison = 'equals' | 'greater' | 'greaterEqual' | 'lesser' | 'lesserEqual' | 'between'

/** The stretch an operator stands for; all but `between` compare with one value, given as both. */
export function spanOf<Value>(operator: Comparison, first: Value, second: Value): Span<Value> {
  if (operator === 'greater') return { low: first, lowOpen: true }
  if (operator === 'greaterEqual') return { low: first }
  if (operator === 'lesser') return { high: first, highOpen: true }
  if (operator === 'lesserEqual') return { high: first }
  return { low: first, high: second }
}

export function spanHolds<Value extends number | string>(span: Span<Value>, value: Value): boolean {
  const { low, lowOpen = false, high, highOpen = false } = span
  const above = low === undefined || (lowOpen ? value > low : value >= low)
  const below = high === undefined || (highOpen ? value < high : value <= high)
  return above && below
}
