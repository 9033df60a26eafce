import { afterEach, describe, expect, it } from 'vitest'
import type { DataType } from '@steward/contracts/data-type'
import type { LevelField } from '../field/index.ts'
import { setReader } from '../../ui/reader.ts'
import { createLookups } from './lookups.ts'
import { valueTypeOf } from './type/value-types.ts'
import { checkValue, draftText, readDraft } from './value-draft.ts'

const currency = (id: number, code: string, symbol: string, isDefault = false) => ({
  currencyDefinitionId: id,
  code,
  name: code,
  symbol,
  digits: 2,
  isActive: true,
  isBase: isDefault,
  isDefault,
})
const lookups = createLookups(
  [],
  [],
  [
    currency(1, 'USD', '$', true),
    currency(2, 'EUR', '€'),
    currency(3, 'CAD', 'CA$'),
    currency(4, 'ARS', '$'),
    currency(5, 'SEK', 'kr'),
  ],
)

const fieldOf = (dataType: DataType, required = false): LevelField => ({
  name: 'x',
  displayName: 'Field',
  dataType,
  kind: 'text',
  custom: true,
  required,
  editable: true,
  visible: true,
  options: [],
})

afterEach(() => setReader({ locale: undefined, timeZone: undefined }))

it.each(['en-US', 'sv-SE', 'en-AU'])('no two currencies look alike in %s', (locale) => {
  setReader({ locale, timeZone: 'UTC' })
  const texts = lookups.currencies.map(({ currencyDefinitionId }) =>
    valueTypeOf(fieldOf('currency')).text({ currencyDefinitionId, value: 5 }, lookups, fieldOf('currency')),
  )
  expect(new Set(texts).size).toBe(texts.length)
})

describe('reading what was typed', () => {
  it.each<[DataType, string, unknown]>([
    ['number', '1,234.5', 1234.5],
    ['number', '  ', null],
    ['percentage', '12 %', 12],
    ['currency', '1,500', { currencyDefinitionId: 1, value: 1500 }],
    ['currency', '1500 eur', { currencyDefinitionId: 2, value: 1500 }],
    ['currency', '€20', { currencyDefinitionId: 2, value: 20 }],
    ['currency', '100 CA$', { currencyDefinitionId: 3, value: 100 }],
    ['currency', '$-20', { currencyDefinitionId: 1, value: -20 }],
    ['currency', '', null],
    ['date', '2027-03-01', '2027-03-01'],
    ['string', '  Oslo ', 'Oslo'],
    ['email', 'a@b.example', 'a@b.example'],
  ])('takes %s %j', (dataType, text, value) => {
    expect(readDraft(fieldOf(dataType), text, null, lookups)).toEqual({ ok: true, value })
  })

  it.each<[DataType, string]>([
    ['number', 'abc'],
    ['currency', 'abc'],
    ['currency', '1.5e3 USD'],
    ['currency', '12abc USD'],
    ['currency', '5 US$'],
    ['date', 'soon'],
    ['email', 'nobody'],
  ])('refuses %s %j with a sentence about the field', (dataType, text) => {
    const read = readDraft(fieldOf(dataType), text, null, lookups)
    expect(read).toMatchObject({ ok: false, message: expect.stringContaining('Field') })
  })

  it('keeps the currency of the amount that stood there', () => {
    const before = { currencyDefinitionId: 2, value: 10 }
    expect(draftText(fieldOf('currency'), before, lookups)).toBe('10 EUR')
    expect(readDraft(fieldOf('currency'), '12', before, lookups)).toMatchObject({
      value: { currencyDefinitionId: 2, value: 12 },
    })
  })

  it('reads a sign that currencies share as the one that stood there', () => {
    expect(readDraft(fieldOf('currency'), '$12', { currencyDefinitionId: 4, value: 10 }, lookups)).toEqual({
      ok: true,
      value: { currencyDefinitionId: 4, value: 12 },
    })
  })

  it.each(['en-US', 'sv-SE', 'et-EE', 'lt-LT'])('reads in %s what the editor starts with', (locale) => {
    setReader({ locale, timeZone: 'UTC' })
    for (const currencyDefinitionId of [1, 2, 3, 4, 5]) {
      const value = { currencyDefinitionId, value: -1234.5 }
      const text = draftText(fieldOf('currency'), value, lookups)
      expect(readDraft(fieldOf('currency'), text, null, lookups)).toEqual({ ok: true, value })
    }
    for (const type of ['number', 'percentage'] as const) {
      const text = draftText(fieldOf(type), -1234.5, lookups)
      expect(readDraft(fieldOf(type), text, null, lookups)).toEqual({ ok: true, value: -1234.5 })
    }
  })

  it('does not let a required field be cleared', () => {
    expect(readDraft(fieldOf('string', true), ' ', 'x', lookups)).toMatchObject({ ok: false })
    expect(checkValue(fieldOf('owner', true), [], lookups)).toMatchObject({ ok: false })
    expect(checkValue(fieldOf('string'), '', lookups)).toEqual({ ok: true, value: null })
  })
})

it('a filter by money says whose currency it means, once it has an amount', () => {
  const { inFilter } = valueTypeOf(fieldOf('currency'))
  const condition = { field: 'x', operator: 'greater' } as const
  expect(inFilter?.(condition, lookups)).toEqual(condition)
  expect(inFilter?.({ ...condition, value: 5 }, lookups)).toEqual({
    ...condition,
    value: 5,
    currencyDefinitionId: 1,
  })
  const named = { ...condition, value: 5, currencyDefinitionId: 2 }
  expect(inFilter?.(named, lookups)).toEqual(named)
})
