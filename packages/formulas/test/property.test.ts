import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FORMULA_LIMITS, formulaFunctions, readFormula, type Value, type ValueType } from '../src/index.ts'
import { fieldTypes, find, today } from './sample.ts'

const options = { seed: 20_261_121, numRuns: 4000 }

const day = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const valueOf: Record<ValueType, fc.Arbitrary<Value>> = {
  number: fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, Number.MAX_VALUE)),
  text: fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('x'.repeat(90_000))),
  date: day,
  boolean: fc.boolean(),
}

const record = fc.record(
  Object.fromEntries(
    Object.entries(fieldTypes).map(([name, type]) => [name, fc.option(valueOf[type], { nil: null })]),
  ),
)

const quoted = fc.string({ maxLength: 8 }).map((text) => `"${text.replaceAll('"', '""')}"`)

/** Formulas in which everything may be beside everything; many have faults of type. */
const { any: anyFormula } = fc.letrec<{ any: string; call: string; leaf: string; binary: string }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom(...Object.keys(fieldTypes).map((name) => `{${name}}`)),
    fc.integer({ min: -5, max: 1e6 }).map((number) => `(${number})`),
    quoted,
    fc.constantFrom('true', 'false', 'blank', 'today()', '0', '1.5'),
  ),
  call: fc
    .tuple(
      fc.constantFrom(...formulaFunctions.map(({ name }) => name)),
      fc.array(tie('any'), { maxLength: 4 }),
    )
    .map(([name, parts]) => `${name}(${parts.join(', ')})`),
  binary: fc
    .tuple(
      tie('any'),
      fc.constantFrom('+', '-', '*', '/', '^', '&', '=', '<>', '<', '>=', 'and', 'or'),
      tie('any'),
    )
    .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
  any: fc.oneof({ maxDepth: 4, withCrossShrink: true }, tie('leaf'), tie('call'), tie('binary')),
}))

const jsType = { number: 'number', text: 'string', date: 'string', boolean: 'boolean' } as const

test('a formula never throws, and its result has the type that was checked', () => {
  let kept = 0
  fc.assert(
    fc.property(anyFormula, record, (text, values) => {
      const formula = readFormula(text, find)
      const { value, problem } = formula.evaluate((name) => values[name] ?? null, today)
      for (const { from, to, message } of formula.problems) {
        expect(from >= 0 && to <= text.length && from < to && message.length > 0, text).toBe(true)
      }
      if (formula.problems.length > 0 || value === null) return
      kept += 1
      expect(problem).toBeNull()
      expect(typeof value).toBe(jsType[formula.type as ValueType])
      if (formula.type === 'date') expect(value).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      if (typeof value === 'string') expect(value.length).toBeLessThanOrEqual(FORMULA_LIMITS.result)
      if (typeof value === 'number') expect(Math.abs(value)).toBeLessThan(FORMULA_LIMITS.number)
    }),
    options,
  )
  // The property would say nothing if hardly any formula gave a value.
  expect(kept).toBeGreaterThan(400)
})

const piece = fc.constantFrom(
  ...'( ) , { } " \' [ ] . + - * / ^ & = < > ! ? : ; % | and or not if blank today() {arr} arr 1 2.5e3 "x" \n # @ \\ $ ü “'.split(
    ' ',
  ),
)

test('any text is read without throwing, and faults point into it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(' ')),
        fc.string(),
      ),
      (text) => {
        const formula = readFormula(text, find)
        for (const { from, to } of formula.problems) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThanOrEqual(text.length)
          expect(from).toBeLessThanOrEqual(to)
        }
        formula.evaluate(() => null, today)
      },
    ),
    options,
  )
})

test('values of another type than the field counts as blank', () => {
  fc.assert(
    fc.property(anyFormula, fc.anything(), (text, strange) => {
      readFormula(text, find).evaluate(() => strange as Value, today)
    }),
    { ...options, numRuns: 1000 },
  )
})
