import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttributeChange } from '@steward/contracts/scenario/settings'
import { isAwaited } from './change.rules.ts'

/** Two pounds are three euros; there is no rate for currency 9. */
const factors: Record<number, string> = { 1: '1', 2: '1.5' }

const reckon = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('currencyDefinitionId' in value)) return value
  const { currencyDefinitionId, value: amount } = value as { currencyDefinitionId: number; value: number }
  return currencyDefinitionId in factors ? String(amount * Number(factors[currencyDefinitionId])) : value
}

const money = (value: number, currencyDefinitionId: number) => ({ value, currencyDefinitionId })
const base = { type: 'change_attribute', attribute: 'x' } as const

const percentage = (
  deviationType: 'increase' | 'decrease',
  precision: 'at_least' | 'at_most' | 'exactly',
  value: number,
): AttributeChange => ({ ...base, changeType: 'percentage', deviationType, precision, value })

describe('a change by a percentage', () => {
  it.each<
    [string, unknown, unknown, 'increase' | 'decrease', 'at_least' | 'at_most' | 'exactly', number, boolean]
  >([
    ['up by what is asked', 100, 120, 'increase', 'at_least', 20, true],
    ['up by more', 100, 121, 'increase', 'at_least', 20, true],
    ['up by less', 100, 119.999, 'increase', 'at_least', 20, false],
    ['up by at most as much', 100, 120, 'increase', 'at_most', 20, true],
    ['up by more than the most', 100, 120.001, 'increase', 'at_most', 20, false],
    ['up by exactly as much', 100, 120, 'increase', 'exactly', 20, true],
    ['up by almost as much', 100, 119.999, 'increase', 'exactly', 20, false],
    ['exactly, in decimals that binary numbers miss', 0.1, 0.3, 'increase', 'exactly', 200, true],
    ['exactly, of a large number', 900_000_000_000_000, 999_000_000_000_000, 'increase', 'exactly', 11, true],
    ['down by what is asked', 100, 80, 'decrease', 'at_least', 20, true],
    ['down where up is asked', 100, 80, 'increase', 'at_most', 20, false],
    ['up where down is asked', 100, 120, 'decrease', 'at_most', 20, false],
    ['down to zero is all of it', 100, 0, 'decrease', 'exactly', 100, true],
    ['down below zero is more than all', 100, -50, 'decrease', 'at_least', 150, true],
    ['up from a debt, by a share of its size', -100, -80, 'increase', 'exactly', 20, true],
    ['deeper into debt', -100, -120, 'decrease', 'exactly', 20, true],
    ['up from zero has no percentage', 0, 5, 'increase', 'at_least', 1, false],
    ['down from zero neither', 0, -5, 'decrease', 'at_most', 1_000_000, false],
    ['from empty', null, 5, 'increase', 'at_least', 1, false],
    ['to empty', 5, null, 'decrease', 'at_least', 1, false],
    ['not at all', 100, 100, 'increase', 'at_most', 20, false],
    ['of an amount in one currency', money(100, 1), money(120, 1), 'increase', 'exactly', 20, true],
    [
      'of amounts in two currencies, by their rates',
      money(150, 1),
      money(120, 2),
      'increase',
      'exactly',
      20,
      true,
    ],
    ['of the same worth in another currency', money(150, 1), money(100, 2), 'increase', 'at_most', 20, false],
    ['from a currency without a rate', money(100, 9), money(120, 1), 'increase', 'at_least', 1, false],
    ['to a currency without a rate', money(100, 1), money(120, 9), 'increase', 'at_least', 1, false],
    ['within a currency without a rate', money(100, 9), money(120, 9), 'increase', 'exactly', 20, true],
    ['of a text', 'a', 'b', 'increase', 'at_least', 1, false],
  ])('%s', (_, before, after, deviationType, precision, value, expected) => {
    expect(isAwaited(percentage(deviationType, precision, value), { before, after }, reckon)).toBe(expected)
  })

  it('is at least, or at most, and both where it is exactly so', () => {
    const whole = fc.integer({ min: -1_000_000, max: 1_000_000 })
    fc.assert(
      fc.property(
        whole,
        whole,
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom('increase' as const, 'decrease' as const),
        (before, after, value, way) => {
          const is = (precision: 'at_least' | 'at_most' | 'exactly') =>
            isAwaited(percentage(way, precision, value), { before, after }, reckon)
          const moved = way === 'increase' ? after > before : after < before
          expect(is('exactly')).toBe(is('at_least') && is('at_most'))
          expect(is('at_least') || is('at_most')).toBe(moved && before !== 0)
          const share = (BigInt(after) - BigInt(before)) * (way === 'increase' ? 100n : -100n)
          const asked = BigInt(Math.abs(before)) * BigInt(value)
          if (moved && before !== 0) expect(is('at_least')).toBe(share >= asked)
        },
      ),
    )
  })
})

describe('any change', () => {
  const immediate: AttributeChange = { ...base, changeType: 'any', occurrence: 'immediate' }
  const previous: AttributeChange = {
    ...base,
    changeType: 'any',
    occurrence: 'previous',
    timespan: 7,
    period: 'day',
  }

  it.each<[string, unknown, unknown, boolean]>([
    ['of a value', 1, 2, true],
    ['from empty', null, 2, true],
    ['to empty', 2, null, true],
    ['from empty, as a value that was left out', undefined, 2, true],
    ['of nothing', undefined, null, false],
    ['of the order of keys alone', { a: 1, b: 2 }, { b: 2, a: 1 }, false],
    ['of the currency alone', money(1, 1), money(1, 2), true],
    ['of a list', [1], [1, 2], true],
  ])('%s', (_, before, after, expected) => {
    expect(isAwaited(immediate, { before, after }, reckon)).toBe(expected)
  })

  it.each<[string, unknown, { value: unknown } | undefined, boolean]>([
    ['that differs from the value of then', 3, { value: 1 }, true],
    ['back to the value of then', 1, { value: 1 }, false],
    ['from a value that was empty then', 3, { value: undefined }, true],
    ['back to empty', null, { value: null }, false],
    ['of a record that did not exist then', 3, undefined, false],
  ])('looked at from a week ago: %s', (_, after, earlier, expected) => {
    expect(isAwaited(previous, { before: 2, after }, reckon, earlier)).toBe(expected)
  })
})

describe('a specific change', () => {
  it.each<[string, unknown, unknown, number | object | null, number | object | null, boolean]>([
    ['from and to what is asked', 1, 2, 1, 2, true],
    ['from something else', 1, 2, 3, 2, false],
    ['to something else', 1, 2, 1, 3, false],
    ['from empty', null, 2, null, 2, true],
    ['to empty', 1, undefined, 1, null, true],
    ['of zero is not of empty', 0, 2, null, 2, false],
    ['of the same amount in another currency', money(1, 2), money(5, 1), money(1, 1), money(5, 1), false],
  ])('%s', (_, before, after, from, to, expected) => {
    const settings: AttributeChange = { ...base, changeType: 'specific', from, to }
    expect(isAwaited(settings, { before, after }, reckon)).toBe(expected)
  })
})
