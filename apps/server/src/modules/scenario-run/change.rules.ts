import { compareDecimals, timesDecimal } from '@steward/conditions'
import type { AttributeChange } from '@steward/contracts/scenario/settings'

/** A value before and after a change, as the ledger has it; null for none. */
export interface ValueChange {
  before: unknown
  after: unknown
}

/** Reads an amount as a number in one currency, as exact digits; anything that is no amount stays as it is. */
export type Reckon = (value: unknown) => unknown

/** Whether two values of a record are the same, whatever the order of their keys is. */
export function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [one ?? null, other ?? null]
  if (a === b) return true
  // What is no list and no object is the same value, or none.
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  return textOf(a) === textOf(b)
}

function textOf(value: object): string {
  if (Array.isArray(value)) return JSON.stringify(value)
  return JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Exact digits of a number; undefined for what is none, such as an amount in a currency without a rate. */
function digitsOf(value: unknown, reckon: Reckon): string | undefined {
  const number = reckon(value)
  if (typeof number === 'number' && Number.isFinite(number)) return timesDecimal(String(number), '1')
  return typeof number === 'string' ? timesDecimal(number, '1') : undefined
}

const times = (digits: string, factor: number): string => timesDecimal(digits, String(factor)) as string

type Percentage = Extract<AttributeChange, { changeType: 'percentage' }>

/**
 * How a change compares with a percentage: below zero where it is less, 0 where it is exactly that. Undefined where the
 * number moved the other way, or not at all. The difference is a share of the number without its sign.
 */
function compareDeviation(
  from: string,
  to: string,
  { deviationType, value }: Percentage,
): number | undefined {
  const sign = deviationType === 'increase' ? 1 : -1
  const moved = compareDecimals(times(to, sign), times(from, sign))
  if (moved === undefined || moved <= 0) return undefined
  // sign * to is compared with sign * from + |from| * value / 100.
  const share = from.startsWith('-') ? -value : value
  return compareDecimals(times(to, 100 * sign), times(from, 100 * sign + share))
}

const isAmount = (value: unknown): value is { value: number; currencyDefinitionId: number } =>
  typeof value === 'object' && value !== null && 'currencyDefinitionId' in value

/** Both numbers as exact digits: amounts of one currency as they are, so that they need no rate. */
function comparable({ before, after }: ValueChange, reckon: Reckon): (string | undefined)[] {
  const isOfOneCurrency =
    isAmount(before) && isAmount(after) && before.currencyDefinitionId === after.currencyDefinitionId
  return isOfOneCurrency
    ? [digitsOf(before.value, reckon), digitsOf(after.value, reckon)]
    : [digitsOf(before, reckon), digitsOf(after, reckon)]
}

/** Up to here a number times a hundred and more is exact without digits of its own. */
const mostExact = 1_000_000

const isExact = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= mostExact

/** The same for whole numbers that are not large: most are, and each change of a number is compared. */
function compareExact(from: number, to: number, { deviationType, value }: Percentage): number | undefined {
  const sign = deviationType === 'increase' ? 1 : -1
  if (to * sign <= from * sign) return undefined
  return Math.sign(to * 100 * sign - from * (100 * sign + (from < 0 ? -value : value)))
}

function deviationOf(settings: Percentage, change: ValueChange, reckon: Reckon): number | undefined {
  const { before, after } = change
  if (isExact(before) && isExact(after) && isExact(settings.value)) {
    return before === 0 ? undefined : compareExact(before, after, settings)
  }
  const [from, to] = comparable(change, reckon)
  if (from === undefined || to === undefined || compareDecimals(from, '0') === 0) return undefined
  return compareDeviation(from, to, settings)
}

/** From nothing or from zero there is no percentage, nor between amounts in two currencies of which one has no rate. */
function deviates(settings: Percentage, change: ValueChange, reckon: Reckon): boolean {
  const compared = deviationOf(settings, change, reckon)
  if (compared === undefined) return false
  if (settings.precision === 'at_least') return compared >= 0
  return settings.precision === 'at_most' ? compared <= 0 : compared === 0
}

/**
 * Whether a change of an attribute is one that a trigger waits for. `earlier` is the value that the record had at the
 * start of the trigger's timespan; undefined where there was no such record.
 */
export function isAwaited(
  settings: AttributeChange,
  change: ValueChange,
  reckon: Reckon,
  earlier?: { value: unknown },
): boolean {
  if (isSame(change.before, change.after)) return false
  switch (settings.changeType) {
    case 'any':
      if (settings.occurrence === 'immediate') return true
      return earlier !== undefined && !isSame(earlier.value, change.after)
    case 'specific':
      return isSame(change.before, settings.from) && isSame(change.after, settings.to)
    case 'percentage':
      return deviates(settings, change, reckon)
  }
}
