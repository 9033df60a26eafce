import fc from 'fast-check'
import type { CustomDataType } from '@steward/contracts/data-type'
import type { FieldValue } from '@steward/contracts/value'
import { richTextFrom, toStored } from '@steward/rich-text'

export const longest = { cell: 32_767, text: 1000, longText: 100_000 }

/** What values may name; a test fills it in before it asks for any. */
export const named = {
  optionIds: {} as Partial<Record<CustomDataType, number[]>>,
  users: [] as number[],
  organizations: [] as number[],
  accounts: [] as number[],
  contacts: [] as number[],
  currencies: [] as number[],
}

export const options = [
  'Plain',
  'a, b',
  'c;d|e',
  '"quoted"',
  '=1+1',
  '5" pipe',
  'ünï 😀',
  '007',
  'true',
  "'x",
]
/** Options that are taken away while records hold them. */
export const retired = new Set(['Plain', 'a, b'])

const text = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 }))
  .filter((one) => one.isWellFormed() && !one.includes('\0'))
  .map((one) => one.trim() || 'x')
const amount = fc
  .double({
    noNaN: true,
    noDefaultInfinity: true,
    min: -1e15,
    max: 1e15,
    minExcluded: true,
    maxExcluded: true,
  })
  .map((one) => (one === 0 ? 0 : one))
const figure = fc.oneof(
  amount,
  fc.integer(),
  fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
)
const day = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((one) => one.toISOString().slice(0, 10))

interface Values {
  /** Those that every run has. */
  always: () => FieldValue[]
  any: () => fc.Arbitrary<FieldValue>
}

const numbers: Values = {
  always: () => [0, -1, 0.1 + 0.2, -12.5, 1e-7, 999_999_999_999_999.9, 5e-324, 123_456_789.123],
  any: () => figure,
}
const days: Values = {
  always: () => ['0001-01-01', '1899-12-31', '1900-02-28', '1900-03-01', '2024-02-29', '9999-12-31'],
  any: () => day,
}
const idsOf = (ids: () => number[]): Values => ({
  always: () => ids().slice(0, 3),
  any: () => fc.constantFrom(...ids()),
})

/** A text as a heading, which is a document and not a plain text. */
function heading(words: string): string {
  const content = richTextFrom(words.replaceAll(/[\r\n]/g, ' ')).content.map((line) => ({
    ...line,
    type: 'heading',
    attrs: { level: 2 },
  }))
  const stored = toStored(JSON.stringify({ type: 'doc', content }))
  return stored.ok ? stored.text : words
}

/** What a field of each type is given; a new type does not compile without. */
export const values: Record<CustomDataType, Values> = {
  string: {
    always: () => [
      '007',
      '-5',
      '=1+1',
      "'=1+1",
      "''-x",
      '@a',
      '+x',
      '"',
      'a,b;c|d',
      'true',
      '2026-01-01',
      'b\r\nc\nd',
      'ä'.repeat(longest.text),
    ],
    any: () => text,
  },
  longText: {
    always: () => [
      'x'.repeat(longest.longText),
      '_x000D_',
      '\u0001 a',
      '-1 EUR',
      'ﬁ İ ß',
      '😀'.repeat(500),
      heading('B rich'),
    ],
    any: () => fc.oneof(text, text.map(heading)),
  },
  email: {
    always: () => ['a@b.co', '+a@b.co', '=a@b.co', 'ü@exämple.com', "o'neil@example.com"],
    any: () => fc.emailAddress(),
  },
  boolean: { always: () => [true, false], any: () => fc.boolean() },
  number: numbers,
  mandatoryNumber: numbers,
  percentage: numbers,
  currency: {
    always: () =>
      [-1.5, 0, 0.1 + 0.2, 1e-7, 999_999_999_999_999.9].map((value, at) => ({
        currencyDefinitionId: named.currencies[at % named.currencies.length]!,
        value,
      })),
    any: () =>
      fc
        .tuple(fc.constantFrom(...named.currencies), figure)
        .map(([currencyDefinitionId, value]) => ({ currencyDefinitionId, value })),
  },
  date: days,
  mandatoryDate: days,
  singlePicklist: {
    always: () => named.optionIds.singlePicklist!,
    any: () => fc.constantFrom(...named.optionIds.singlePicklist!),
  },
  multiPicklist: {
    always: () => [named.optionIds.multiPicklist!, ...named.optionIds.multiPicklist!.map((id) => [id])],
    any: () => fc.shuffledSubarray(named.optionIds.multiPicklist!, { minLength: 1 }),
  },
  user: idsOf(() => named.users),
  organization: idsOf(() => named.organizations),
  account: idsOf(() => named.accounts),
  contact: idsOf(() => named.contacts),
}
