import { fold } from '@steward/conditions'
import { strict, type Circumstances, type FormulaFunction } from './function.ts'
import { round } from './number.functions.ts'
import { FORMULA_LIMITS } from './syntax.ts'
import { tidy, type Value } from './value.ts'

export const tooLong = 'The text becomes longer than 100,000 characters.'

/** A value as `&` joins it: blanks are nothing, numbers have no separators, true and false are Yes and No. */
export function textOf(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'number' ? numberText(value) : value
}

const withoutExponent = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 })

function numberText(value: number): string {
  const text = String(tidy(value))
  return text.includes('e') ? withoutExponent.format(value) : text
}

const characters = (text: string): string[] => Array.from(text)

const count = (number: number): number => Math.max(0, Math.trunc(number))

function slice(text: string, from: number, length: number): string {
  return characters(text)
    .slice(from, Math.min(from + length, FORMULA_LIMITS.text))
    .join('')
}

function replace([text, part, by]: [string, string, string], { fail }: Circumstances): Value {
  if (part === '') return text
  const pieces = text.split(part)
  const length = text.length + (pieces.length - 1) * (by.length - part.length)
  return length > FORMULA_LIMITS.text ? fail(tooLong) : pieces.join(by)
}

function written([value, digits]: [Value, number?]): string {
  if (typeof value !== 'number' || digits === undefined) return textOf(value)
  const places = Math.min(15, count(digits))
  // Without the minus sign of what is rounded to nothing.
  return (round([value, places]) + 0).toFixed(places)
}

type Texts = [string, string]

export const textFunctions: readonly FormulaFunction[] = [
  {
    name: 'upper',
    group: 'text',
    parts: [['text', 'text']],
    result: 'text',
    says: 'The text in uppercase.',
    example: 'upper({code})',
    run: strict(([text]: [string]) => text.toUpperCase()),
  },
  {
    name: 'lower',
    group: 'text',
    parts: [['text', 'text']],
    result: 'text',
    says: 'The text in lowercase.',
    example: 'lower({email})',
    run: strict(([text]: [string]) => text.toLowerCase()),
  },
  {
    name: 'left',
    group: 'text',
    parts: [
      ['text', 'text'],
      ['count', 'number'],
    ],
    result: 'text',
    says: 'The first characters of the text.',
    example: 'left({name}, 3)',
    run: strict(([text, length]: [string, number]) => slice(text, 0, count(length))),
  },
  {
    name: 'right',
    group: 'text',
    parts: [
      ['text', 'text'],
      ['count', 'number'],
    ],
    result: 'text',
    says: 'The last characters of the text.',
    example: 'right({code}, 4)',
    run: strict(([text, length]: [string, number]) => {
      const all = characters(text)
      return all.slice(Math.max(0, all.length - count(length))).join('')
    }),
  },
  {
    name: 'mid',
    group: 'text',
    parts: [
      ['text', 'text'],
      ['start', 'number'],
      ['count', 'number'],
    ],
    result: 'text',
    says: 'Characters from the middle of the text; the first character is number 1.',
    example: 'mid({code}, 3, 2)',
    run: strict(([text, start, length]: [string, number, number]) =>
      slice(text, count(start - 1), count(length)),
    ),
  },
  {
    name: 'len',
    group: 'text',
    parts: [['text', 'text']],
    result: 'number',
    says: 'The number of characters in the text.',
    example: 'len({about})',
    run: strict(([text]: [string]) => characters(text).length),
  },
  {
    name: 'trim',
    group: 'text',
    parts: [['text', 'text']],
    result: 'text',
    says: 'The text without spaces at its ends, and with single spaces inside.',
    example: 'trim({city})',
    run: strict(([text]: [string]) => text.trim().replaceAll(/\s+/g, ' ')),
  },
  {
    name: 'contains',
    group: 'text',
    parts: [
      ['text', 'text'],
      ['part', 'text'],
    ],
    result: 'boolean',
    says: 'True if the text contains the part; case is ignored.',
    example: 'contains({plan}, "trial")',
    run: strict(([text, part]: Texts) => fold(text).includes(fold(part))),
  },
  {
    name: 'startsWith',
    group: 'text',
    parts: [
      ['text', 'text'],
      ['part', 'text'],
    ],
    result: 'boolean',
    says: 'True if the text starts with the part; case is ignored.',
    example: 'startsWith({code}, "EU-")',
    run: strict(([text, part]: Texts) => fold(text).startsWith(fold(part))),
  },
  {
    name: 'endsWith',
    group: 'text',
    parts: [
      ['text', 'text'],
      ['part', 'text'],
    ],
    result: 'boolean',
    says: 'True if the text ends with the part; case is ignored.',
    example: 'endsWith({email}, ".org")',
    run: strict(([text, part]: Texts) => fold(text).endsWith(fold(part))),
  },
  {
    name: 'replace',
    group: 'text',
    parts: [
      ['text', 'text'],
      ['part', 'text'],
      ['by', 'text'],
    ],
    result: 'text',
    says: 'The text with every occurrence of the part replaced; case matters.',
    example: 'replace({code}, "-", "")',
    run: strict(replace),
  },
  {
    name: 'text',
    group: 'text',
    parts: [
      ['value', 'any'],
      ['digits', 'number'],
    ],
    optional: 1,
    result: 'text',
    says: 'Any value as text; for a number, with that many decimals.',
    example: 'text({arr}, 2)',
    run: strict(written),
  },
]
