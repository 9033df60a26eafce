import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinTexts, splitTexts } from './list.rules.ts'

describe('several texts in a cell', () => {
  it.each([
    ['a; b ;c', ['a', 'b', 'c']],
    ['a|b', ['a', 'b']],
    ['a, b', ['a', 'b']],
    ['a, b; c', ['a, b', 'c']],
    ['"a, b"', ['a, b']],
    ['"a;b", c', ['a;b', 'c']],
    ['5" pipe;6" pipe', ['5" pipe', '6" pipe']],
    ['"a" b;c', ['"a" b', 'c']],
    [' ; ;', []],
    ['', []],
  ])('%j are %j', (cell, texts) => {
    expect(splitTexts(cell)).toEqual(texts)
  })

  it('read back as they were written', () => {
    const text = fc
      .string({ unit: 'grapheme' })
      .map((one) => one.trim())
      .filter((one) => one !== '')
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (texts) => {
        expect(splitTexts(joinTexts(texts))).toEqual(texts)
      }),
    )
  })
})
