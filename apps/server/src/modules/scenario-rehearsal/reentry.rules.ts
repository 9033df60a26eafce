import type { Reentry } from '@steward/contracts/scenario/scenario'

const day = 24 * 3600_000

/** A time that a record entered, and whether it has left since. */
export interface Entry {
  enteredAt: number
  hasLeft: boolean
}

/** Whether a record may enter once more: what `mayEnterSql` says of real runs. */
export function mayEnter(
  { rule, times = 1, days = 1, whileRunning }: Reentry,
  entries: readonly Entry[],
  at: number,
): boolean {
  if (!whileRunning && entries.some(({ hasLeft }) => !hasLeft)) return false
  if (rule === 'once') return entries.length === 0
  if (rule === 'always') return true
  return entries.filter(({ enteredAt }) => enteredAt > at - days * day).length < times
}
