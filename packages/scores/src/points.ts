import type { HealthMeasure, HealthRule, HealthSource } from '@steward/contracts/health'
import { hundredths, isAccounts, isMissing, type InputValue } from './value.ts'

const neutralPoints = 500

type Compare = (value: InputValue, than: HealthRule['value']) => boolean

const ordered =
  (holds: (a: number, b: number) => boolean): Compare =>
  (value, than) =>
    typeof value === 'number' && typeof than === 'number' && holds(value, than)

function isAmong(value: InputValue, than: HealthRule['value']): boolean {
  const asked: readonly unknown[] = Array.isArray(than) ? than : [than]
  return Array.isArray(value) ? value.some((one) => asked.includes(one)) : asked.includes(value)
}

const compare: Readonly<Record<HealthRule['operator'], Compare>> = {
  eq: isAmong,
  oneOf: isAmong,
  lt: ordered((a, b) => a < b),
  lte: ordered((a, b) => a <= b),
  gt: ordered((a, b) => a > b),
  gte: ordered((a, b) => a >= b),
}

function fewest({ rules, otherwise }: HealthMeasure): number {
  return hundredths(Math.min(otherwise, ...rules.map(({ points }) => points)))
}

/** The points of a measure in hundredths; null where it takes no part. The first rule that holds counts. */
export function pointsOf(measure: HealthMeasure, value: InputValue): number | null {
  if (isMissing(value)) {
    if (measure.missing === 'ignore') return null
    return measure.missing === 'neutral' ? neutralPoints : fewest(measure)
  }
  const rule = measure.rules.find(({ operator, value: than }) => compare[operator](value, than))
  return hundredths(rule?.points ?? measure.otherwise)
}

/** The points of an organization that takes the score of its accounts, in hundredths; null where there are none. */
export function pointsOfAccounts(source: HealthSource, value: InputValue): number | null {
  if (source.from !== 'accounts' || !isAccounts(value) || value.n === 0) return null
  if (source.how === 'worst') return value.worst
  const [sum, by] = source.how === 'average' ? [value.sum, value.n] : [value.weighted, value.weights]
  return by > 0 ? Math.round(sum / by) : null
}
