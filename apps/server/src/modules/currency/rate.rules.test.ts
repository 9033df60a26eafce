import { convert, ratesOf } from '@steward/contracts/money'
import { describe, expect, it } from 'vitest'
import {
  addMonths,
  dayInMonth,
  enterRate,
  mergeMonth,
  monthsBetween,
  ratio,
  type KeptRate,
} from './rate.rules.ts'

const kept = (units: string, source: KeptRate['source'] = 'ecb'): KeptRate => ({
  units,
  rateDate: '2026-04-13',
  source,
})
const [usd, eur, gbp, kes] = [1, 2, 3, 4]

describe('months', () => {
  it('are counted over the years', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2024-02', 24)]).toEqual([
      '2027-01',
      '2025-12',
      '2026-02',
    ])
    expect(monthsBetween('2025-11', '2026-02')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  })

  it('give a rate the day in them that is nearest to today', () => {
    const today = '2026-02-14'
    expect(dayInMonth('2026-02', today)).toBe(today)
    expect(dayInMonth('2024-02', today)).toBe('2024-02-29')
    expect(dayInMonth('2026-03', today)).toBe('2026-03-01')
  })
})

describe('the rates of a month', () => {
  it('keep what they are worth to each other, whatever the base', () => {
    const month = new Map([
      [eur, kept('1')],
      [usd, kept('1.1684')],
    ])
    expect(enterRate(month, usd, { currencyDefinitionId: gbp, rate: 0.75, rateDate: '2026-04-20' })).toBe(
      true,
    )
    const units = (id: number) => month.get(id)?.units ?? ''
    expect(ratio(units(gbp), units(usd))).toBe(0.75)
    expect(ratio(units(gbp), units(eur))).toBe(0.8763)
    expect(month.get(eur)).toEqual(kept('1'))
  })

  it('take in those of a file, and what the file does not have keeps its worth', () => {
    const own = new Map([
      [usd, kept('1', 'entered')],
      [kes, kept('130', 'entered')],
      [gbp, kept('0.5', 'entered')],
    ])
    const file = new Map([
      [eur, kept('1')],
      [usd, kept('2')],
      [gbp, kept('0.8')],
    ])
    const all = mergeMonth(own, file, { baseId: usd, replaces: true })
    expect([all?.get(kes)?.units, all?.get(gbp)?.units, all?.size]).toEqual(['260', '0.8', 4])
    const some = mergeMonth(own, file, { baseId: usd, replaces: false })
    expect([some?.get(kes)?.units, some?.get(gbp)?.units]).toEqual(['260', '1'])
    expect(mergeMonth(new Map([[kes, kept('1')]]), file, { baseId: kes, replaces: true })).toBeUndefined()
  })
})

const of = (currencyDefinitionId: number, value: number) => ({ currencyDefinitionId, value })

describe('an amount', () => {
  const rates = ratesOf(
    [
      { currencyDefinitionId: usd, digits: 2 },
      { currencyDefinitionId: eur, digits: 2 },
      { currencyDefinitionId: gbp, digits: 2 },
      { currencyDefinitionId: kes, digits: 0 },
    ],
    [
      { currencyDefinitionId: usd, toBase: 1, rateDate: null },
      { currencyDefinitionId: eur, toBase: 1.25, rateDate: '2026-04-13' },
      { currencyDefinitionId: kes, toBase: 0.008, rateDate: '2026-03-31' },
    ],
  )

  it('is converted with the day of the older rate, and rounded to the places of the currency', () => {
    expect(convert(of(eur, 10), usd, rates)).toEqual({ ...of(usd, 12.5), rateDate: '2026-04-13' })
    expect(convert(of(eur, 0.01), kes, rates)).toEqual({ ...of(kes, 2), rateDate: '2026-03-31' })
    // 0.10625 / 1.25 = 0.085, of which half is rounded away from zero.
    expect(convert(of(usd, -0.10625), eur, rates)?.value).toBe(-0.09)
  })

  it('stays as it is in its own currency, and is nothing where a rate is missing', () => {
    expect(convert(of(gbp, 1.005), gbp, rates)).toEqual({ ...of(gbp, 1.005), rateDate: null })
    expect(convert(of(gbp, 1), usd, rates)).toBeNull()
    expect(convert(of(usd, 1), gbp, rates)).toBeNull()
  })
})
