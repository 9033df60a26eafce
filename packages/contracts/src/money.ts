import { divideDecimal, timesDecimal } from '@steward/conditions'
import type { CurrencyDefinition, EffectiveRate } from './currency.ts'
import type { CurrencyValue } from './value.ts'

/** The data for converting from and to a currency. */
export interface Rate {
  /** The value of one unit in the base currency; null without a rate. */
  toBase: number | null
  /** The day of the rate; null for the base. */
  rateDate: string | null
  /** Places behind the point. */
  digits: number
}

/** The rates in effect, by the ids of currencies. */
export type Rates = ReadonlyMap<number, Rate>

/** Puts the currencies and the rates in effect together. */
export function ratesOf(
  definitions: readonly Pick<CurrencyDefinition, 'currencyDefinitionId' | 'digits'>[],
  effective: readonly Pick<EffectiveRate, 'currencyDefinitionId' | 'toBase' | 'rateDate'>[],
): Rates {
  const known = new Map(effective.map((rate) => [rate.currencyDefinitionId, rate]))
  return new Map(
    definitions.map(({ currencyDefinitionId, digits }) => {
      const { toBase = null, rateDate = null } = known.get(currencyDefinitionId) ?? {}
      return [currencyDefinitionId, { toBase, rateDate, digits }]
    }),
  )
}

/** An amount in another currency, and the day of the older one of the rates that it was converted by. */
export interface Converted extends CurrencyValue {
  /** null where nothing had to be converted. */
  rateDate: string | null
}

/** The older of two days; null is not a day. */
export function olderDay(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/**
 * What an amount is in another currency, rounded to the places of that one; null where a rate is missing. An
 * amount that is in the currency already stays as it is.
 */
export function convert(amount: CurrencyValue, to: number, rates: Rates): Converted | null {
  if (amount.currencyDefinitionId === to) return { ...amount, rateDate: null }
  const [source, target] = [rates.get(amount.currencyDefinitionId), rates.get(to)]
  if (typeof source?.toBase !== 'number' || typeof target?.toBase !== 'number') return null
  const inBase = timesDecimal(String(amount.value), String(source.toBase)) ?? ''
  const value = divideDecimal(inBase, String(target.toBase), target.digits)
  if (value === undefined) return null
  return {
    currencyDefinitionId: to,
    value: Number(value),
    rateDate: olderDay(source.rateDate, target.rateDate),
  }
}
