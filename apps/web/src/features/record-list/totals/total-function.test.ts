import { describe, expect, it } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import { mergeFields } from '../../../entities/field/index.ts'
import type { Field } from '@steward/contracts/field'
import type { RecordTotal } from '@steward/contracts/record-totals'
import type { ValueLookups } from '../../../entities/value/index.ts'
import { totalLabel, totalsOf, totalText } from './total-function.ts'

const custom = (name: string, dataType: string) =>
  ({
    name,
    displayName: name,
    dataType,
    order: 1,
    isVisible: true,
    isEditable: true,
    picklistDefinition: [],
  }) as unknown as Field

const fields = new Map(
  mergeFields(
    levelOf('account'),
    [custom('arr', 'currency'), custom('seats', 'number'), custom('renewal', 'date')],
    [],
  ).map((field) => [field.name, field]),
)
const field = (name: string) => fields.get(name)!

const dollar = { currencyDefinitionId: 1, code: 'USD', symbol: '$' }
const lookups = {
  currencies: [dollar],
  defaultCurrencyId: 1,
  currency: () => dollar,
} as unknown as ValueLookups

const text = (name: string, total: Omit<RecordTotal, 'column'>) =>
  totalText(field(name), { column: name, ...total }, lookups)

describe('a total', () => {
  it('says of a column what its type allows', () => {
    expect(totalsOf(field('arr'))).toEqual(['count', 'sum', 'average', 'min', 'max'])
    expect(totalsOf(field('renewal'))).toEqual(['count', 'min', 'max'])
    expect(totalsOf(field('name'))).toEqual(['count'])
    expect(totalLabel(field('renewal'), 'max')).toBe('Latest')
    expect(totalLabel(field('seats'), 'max')).toBe('Largest')
  })

  it('is money in its currency, a number rounded, a count, or a dash', () => {
    expect(text('arr', { function: 'sum', value: 1250, currencyDefinitionId: 1 })).toBe('$1,250')
    expect(text('seats', { function: 'average', value: 12.3456 })).toBe('12.35')
    expect(text('arr', { function: 'count', value: 1200 })).toBe('1,200')
    expect(text('arr', { function: 'sum', value: null, note: 'Mixed' })).toBe('–')
  })
})
