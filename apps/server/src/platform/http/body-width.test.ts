import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasWideObject } from './body-width.ts'

/** The most members that an object in a value has. */
function widest(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Math.max(0, ...Object.values(value).map(widest))
  return Array.isArray(value) ? inner : Math.max(inner, Object.keys(value).length)
}

it('tells whether an object has more members than it may, whatever its texts contain', () => {
  const signs = fc.constantFrom('"', '\\', ':', '{', '}', '[', 'a')
  const text = fc.array(signs, { maxLength: 6 }).map((parts) => parts.join(''))
  const value = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 4 }, text, fc.integer(), fc.array(tie('any')), fc.dictionary(text, tie('any'))),
  })).any
  fc.assert(
    fc.property(value, fc.nat(4), fc.constantFrom(undefined, 1), (given, most, indent) => {
      expect(hasWideObject(JSON.stringify(given, null, indent), most)).toBe(widest(given) > most)
    }),
    { numRuns: 2000 },
  )
})

it.each(['{"a', '}}}:::', '"\\', '{"a":{"b":'])('reads the damaged JSON %s to its end', (json) => {
  expect(hasWideObject(json, 5)).toBe(false)
})
