import { describe, expect, it } from 'vitest'
import { dataTypes, type DataType } from '@steward/contracts/data-type'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../../entities/field/index.ts'
import { createLookups } from '../../../entities/value/index.ts'
import { setReader } from '../../../ui/reader.ts'
import { cellText, inputFor, likelyValue } from './cell-text.ts'

const option = (id: number, value: string) => ({ id, value, color: null, retired: false })

function field(dataType: DataType, name = dataType as string): LevelField {
  return {
    name,
    displayName: name,
    dataType,
    kind: dataTypes[dataType].kind,
    custom: true,
    required: false,
    editable: true,
    visible: true,
    options: dataType.endsWith('icklist') ? [option(1, 'Gold'), option(2, 'Silver')] : [],
  }
}

const currency = (currencyDefinitionId: number, code: string, isDefault: boolean) => ({
  currencyDefinitionId,
  code,
  name: code,
  symbol: code,
  isDefault,
  isActive: true,
})

const lookups = createLookups([], [], [
  currency(1, 'USD', true),
  currency(2, 'EUR', false),
] as unknown as Parameters<typeof createLookups>[2])

setReader({ locale: 'en-GB', timeZone: 'UTC' })

const cases: [DataType, FieldValue, string][] = [
  ['string', 'Alder & Co', 'Alder & Co'],
  ['number', 1234.5, '1234.5'],
  ['percentage', 12, '12%'],
  ['currency', { currencyDefinitionId: 1, value: 1200 }, '1200'],
  ['currency', { currencyDefinitionId: 2, value: 1200 }, '1200 EUR'],
  ['date', '2026-12-31', '2026-12-31'],
  ['boolean', true, 'Yes'],
  ['singlePicklist', 2, 'Silver'],
  ['multiPicklist', [1, 2], 'Gold; Silver'],
]

describe('a cell on the clipboard', () => {
  it.each(cases)('of the type %s: %j is %s, and comes back the same', (type, value, text) => {
    expect(cellText(field(type), value, lookups)).toBe(text)
    expect(likelyValue(field(type), text, lookups)).toEqual(value)
  })

  it('is empty where nothing is set, and clears', () => {
    expect(cellText(field('number'), null, lookups)).toBe('')
    expect(likelyValue(field('number'), ' ', lookups)).toBeNull()
  })

  it('tells the day of an instant', () => {
    expect(cellText(field('date'), '2026-03-01T23:30:00Z', lookups)).toBe('2026-03-01')
  })

  it('is left to the server where only it can tell', () => {
    expect(likelyValue(field('number'), 'many', lookups)).toBeUndefined()
    expect(likelyValue(field('singlePicklist'), 'Platinum', lookups)).toBeUndefined()
    expect(likelyValue(field('organization'), 'Acme', lookups)).toBeUndefined()
  })
})

describe('a value that goes into another field', () => {
  it('stays as it is between like fields, and is a text for others', () => {
    expect(inputFor(field('number', 'a'), field('number', 'b'), 7, lookups)).toBe(7)
    expect(inputFor(field('string', 'a'), field('number', 'b'), 7, lookups)).toBe('7')
    expect(inputFor(field('singlePicklist', 'a'), field('singlePicklist', 'a'), 1, lookups)).toBe(1)
    // Options of another field have other ids.
    expect(inputFor(field('singlePicklist', 'a'), field('singlePicklist', 'b'), 1, lookups)).toBe('Gold')
    expect(inputFor(field('number', 'a'), field('string', 'b'), null, lookups)).toBe('')
  })
})
