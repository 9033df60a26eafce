import { describe, expect, it } from 'vitest'
import type { DataType } from '@steward/contracts/data-type'
import type { LevelField } from '../../api/fields.ts'
import { createLookups } from './lookups.ts'
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
const lookups = createLookups([], [], [currency(1, 'USD', '$', true), currency(2, 'EUR', '€')])

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

describe('reading what was typed', () => {
  it.each<[DataType, string, unknown]>([
    ['number', '1,234.5', 1234.5],
    ['number', '  ', null],
    ['percentage', '12 %', 12],
    ['currency', '1,500', { currencyDefinitionId: 1, value: 1500 }],
    ['currency', '1500 eur', { currencyDefinitionId: 2, value: 1500 }],
    ['currency', '€20', { currencyDefinitionId: 2, value: 20 }],
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
    ['date', 'soon'],
    ['email', 'nobody'],
  ])('refuses %s %j with a sentence about the field', (dataType, text) => {
    const read = readDraft(fieldOf(dataType), text, null, lookups)
    expect(read).toMatchObject({ ok: false, message: expect.stringMatching(/^Field /) })
  })

  it('keeps the currency of the amount that stood there', () => {
    const before = { currencyDefinitionId: 2, value: 10 }
    expect(draftText(fieldOf('currency'), before, lookups)).toBe('10 EUR')
    expect(readDraft(fieldOf('currency'), '12', before, lookups)).toMatchObject({
      value: { currencyDefinitionId: 2, value: 12 },
    })
  })

  it('does not let a required field be cleared', () => {
    expect(readDraft(fieldOf('string', true), ' ', 'x', lookups)).toMatchObject({ ok: false })
    expect(checkValue(fieldOf('owner', true), [], lookups)).toMatchObject({ ok: false })
    expect(checkValue(fieldOf('string'), '', lookups)).toEqual({ ok: true, value: null })
  })
})
