import { strict, type FormulaFunction, type Part } from './function.ts'
import { tidy, type Value } from './value.ts'

type Pair = [number, number]

const mostDigits = 15
const tooLarge = 'The number is too large.'

/** Halves away from zero, as spreadsheets round. */
export function round([number, digits = 0]: [number, number?]): number {
  const scale = 10 ** Math.max(-mostDigits, Math.min(mostDigits, Math.trunc(digits)))
  const scaled = tidy(Math.abs(number) * scale)
  if (!Number.isFinite(scaled)) return number
  return tidy((Math.sign(number) * Math.round(scaled)) / scale)
}

interface Told {
  name: string
  says: string
  example: string
}

type Step = (number: number) => number

function toStep(told: Told, turn: Step): FormulaFunction {
  return {
    ...told,
    group: 'number',
    parts: [
      ['number', 'number'],
      ['step', 'number'],
    ],
    optional: 1,
    result: 'number',
    run: strict(([number, step = 1]: [number, number?], { fail }) => {
      if (step === 0) return fail('The step is zero.')
      const turned = tidy(turn(tidy(number / Math.abs(step))) * Math.abs(step))
      return Number.isFinite(turned) ? turned : fail(tooLarge)
    }),
  }
}

/** The values that are set. */
function setOnes(parts: readonly Part[]): Value[] {
  return parts.map((part) => part()).filter((value) => value !== null)
}

type IsBefore = (a: string | number, b: string | number) => boolean

/** Numbers and days compare alike: the one that comes before all others by `isBefore`. */
function extreme(told: Told, isBefore: IsBefore): FormulaFunction {
  return {
    ...told,
    group: 'number',
    parts: [['value', 'same']],
    repeats: 1,
    result: 'same',
    among: ['number', 'date'],
    run(parts) {
      const values = setOnes(parts) as (string | number)[]
      if (values.length === 0) return null
      return values.reduce((best, value) => (isBefore(value, best) ? value : best))
    },
  }
}

const total = (values: readonly number[]): number => tidy(values.reduce((sum, value) => sum + value, 0))

/** Calculates a result from the sum and the count of the numbers that are set. */
function ofAll(told: Told, compute: (sum: number, count: number) => number): FormulaFunction {
  return {
    ...told,
    group: 'number',
    parts: [['number', 'number']],
    repeats: 1,
    result: 'number',
    run(parts, { fail }) {
      const values = setOnes(parts) as number[]
      if (values.length === 0) return null
      const sum = total(values)
      return Number.isFinite(sum) ? compute(sum, values.length) : fail(tooLarge)
    },
  }
}

export const numberFunctions: readonly FormulaFunction[] = [
  {
    name: 'round',
    group: 'number',
    parts: [
      ['number', 'number'],
      ['digits', 'number'],
    ],
    optional: 1,
    result: 'number',
    says: 'The number rounded to that many decimals; halves round away from zero.',
    example: 'round({arr} / 12, 2)',
    run: strict(round),
  },
  toStep(
    {
      name: 'floor',
      says: 'The next lower multiple of the step; default step: 1.',
      example: 'floor({seats}, 10)',
    },
    Math.floor,
  ),
  toStep(
    {
      name: 'ceil',
      says: 'The next higher multiple of the step; default step: 1.',
      example: 'ceil({seats}, 10)',
    },
    Math.ceil,
  ),
  {
    name: 'abs',
    group: 'number',
    parts: [['number', 'number']],
    result: 'number',
    says: 'The number without its sign.',
    example: 'abs({change})',
    run: strict(([number]: [number]) => Math.abs(number)),
  },
  {
    name: 'mod',
    group: 'number',
    parts: [
      ['number', 'number'],
      ['divisor', 'number'],
    ],
    result: 'number',
    says: 'The remainder of a division, with the sign of the divisor.',
    example: 'mod({seats}, 10)',
    run: strict(([number, divisor]: Pair, { fail }) => {
      if (divisor === 0) return fail('Divides by zero.')
      const rest = tidy(number - divisor * Math.floor(number / divisor)) + 0
      return Number.isFinite(rest) ? rest : fail(tooLarge)
    }),
  },
  extreme(
    {
      name: 'min',
      says: 'The smallest of the numbers or dates that are set.',
      example: 'min({renewal}, {trial_end})',
    },
    (a, b) => a < b,
  ),
  extreme(
    {
      name: 'max',
      says: 'The largest of the numbers or dates that are set.',
      example: 'max({arr} - {discount}, 0)',
    },
    (a, b) => a > b,
  ),
  ofAll(
    {
      name: 'sum',
      says: 'The sum of the numbers that are set; blank if none is set.',
      example: 'sum({licenses}, {services})',
    },
    (sum) => sum,
  ),
  ofAll(
    {
      name: 'average',
      says: 'The mean of the numbers that are set; blank if none is set.',
      example: 'average({score_1}, {score_2})',
    },
    (sum, count) => tidy(sum / count),
  ),
  {
    name: 'number',
    group: 'number',
    parts: [['text', 'text']],
    result: 'number',
    says: 'The number in a text, such as "1,234.5".',
    example: 'number({external_score})',
    run: strict(([text]: [string], { fail }) => {
      const plain = text.trim()
      if (plain === '') return null
      const isNumber = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?$/.test(plain) && /\d/.test(plain)
      const number = Number(plain.replaceAll(',', ''))
      return isNumber && Number.isFinite(number) ? number + 0 : fail('The text is not a number.')
    }),
  },
]
