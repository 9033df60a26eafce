import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDecimals, divideDecimal, timesDecimal } from '../src/index.ts'

const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })

describe('decimal numbers', () => {
  it.each([
    ['1.1', '1.1', '1.21'],
    ['0.1', '0.2', '0.02'],
    ['-1.5', '1e3', '-1500.0'],
    ['1e-7', '3', '0.0000003'],
    ['.5', '2.', '1.0'],
    ['9007199254740993', '3', '27021597764222979'],
  ])('%s × %s is %s, exactly', (one, other, product) => {
    expect(timesDecimal(one, other)).toBe(product)
  })

  it.each([
    ['1', '3', 2, '0.33'],
    ['2', '3', 0, '1'],
    ['-5', '2', 0, '-3'],
    ['0.125', '1', 2, '0.13'],
    ['1', '8', 4, '0.1250'],
    ['5', '0', 2, undefined],
  ])('%s ÷ %s to %i places is %s', (one, other, places, quotient) => {
    expect(divideDecimal(one, other, places)).toBe(quotient)
  })

  it('compare as numbers do', () => {
    fc.assert(
      fc.property(number, number, (one, other) => {
        expect(compareDecimals(String(one), String(other))).toBe(Math.sign(one - other) + 0)
        expect(compareDecimals(String(one), String(one))).toBe(0)
      }),
    )
    expect(compareDecimals('1.10', '1.1')).toBe(0)
    expect(compareDecimals('0.10000000000000000001', '0.1')).toBe(1)
  })

  it.each(['', '.', 'x', '1e9999999', '1,5', '0x10', 'NaN'])('%j is no number', (text) => {
    expect(timesDecimal(text, '1')).toBeUndefined()
    expect(compareDecimals('1', text)).toBeUndefined()
    expect(divideDecimal(text, '1', 2)).toBeUndefined()
  })
})
