import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runOf } from './cell.bytes.ts'
import { createValueCounter } from './value.counter.ts'

const single = fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code))
const short = fc.array(fc.constantFrom('a', 'b', '0', '1', 'é', '\0'), { minLength: 1, maxLength: 10 })
const cell = fc.oneof(
  single,
  short.map((parts) => parts.join('')),
  fc.string({ minLength: 1, maxLength: 40 }),
)
const runs = fc.array(
  fc
    .oneof(fc.array(single, { maxLength: 120 }), fc.array(cell, { maxLength: 60 }))
    .filter((one) => one.length > 0),
  { maxLength: 6 },
)

/** As the run of a block is, which knows the bytes of its longest cell. */
function measured(texts: readonly string[]) {
  return { ...runOf(texts), widest: Math.max(...texts.map((text) => Buffer.byteLength(text))) }
}

describe('counting the values of a column', () => {
  it('counts each of them, whatever its length, up to the first that has no room', () => {
    fc.assert(
      fc.property(runs, fc.integer({ min: 1, max: 200 }), (given, most) => {
        const counter = createValueCounter(most, 20)
        const expected = new Map<string, { times: number }>()
        for (const texts of given) {
          const full = texts.findIndex((text, at) => {
            const isNew = !expected.has(text) && !texts.slice(0, at).includes(text)
            const before = new Set([...expected.keys(), ...texts.slice(0, at)]).size
            return isNew && (before >= most || text.length > 20)
          })
          const counted = full === -1 ? texts : texts.slice(0, full)
          expect(counter.take(measured(texts))).toBe(counted.length)
          for (const text of counted) expected.set(text, { times: (expected.get(text)?.times ?? 0) + 1 })
        }
        expect([...counter.counts()]).toEqual([...expected])
        expect(counter.haveRepeats()).toBe([...expected.values()].some(({ times }) => times > 1))
      }),
      { numRuns: 1000 },
    )
  })
})
