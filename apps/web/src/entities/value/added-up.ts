import { convert, olderDay } from '@steward/contracts/money'
import type { CurrencyValue } from '@steward/contracts/value'
import { formatDay } from '../../ui/day-text.ts'
import type { MoneyDisplay, ValueLookups } from './lookups.ts'
import { moneyText } from './type/currency.ts'

interface AddedUp {
  /** undefined where there is nothing to add up. */
  text: string | undefined
  /** What it was before it was converted, and by which rates. */
  note: string | undefined
}

interface Sum {
  total: CurrencyValue[]
  unrated: CurrencyValue[]
  rateDate: string | null
}

function sumOf(amounts: readonly CurrencyValue[], { currencyDefinitionId, rates }: MoneyDisplay): Sum {
  const unrated: CurrencyValue[] = []
  const values: number[] = []
  let rateDate: string | null = null
  for (const amount of amounts) {
    const converted = convert(amount, currencyDefinitionId, rates)
    if (converted) {
      values.push(converted.value)
      rateDate = olderDay(rateDate, converted.rateDate)
    } else unrated.push(amount)
  }
  const sum = values.reduce((all, value) => all + value, 0)
  const places = Math.abs(sum) >= 1000 ? 0 : (rates.get(currencyDefinitionId)?.digits ?? 2)
  const total = values.length > 0 ? [{ currencyDefinitionId, value: Number(sum.toFixed(places)) }] : []
  return { total, unrated, rateDate }
}

/** What amounts of several currencies are together, in the reader's; what has no rate is beside it. */
export function addedUp(amounts: readonly CurrencyValue[], lookups: ValueLookups): AddedUp {
  const words = (some: readonly CurrencyValue[]) =>
    some.map((amount) => moneyText(amount, lookups)).join(' + ')
  if (!lookups.display) return { text: words(amounts) || undefined, note: undefined }
  const { total, unrated, rateDate } = sumOf(amounts, lookups.display)
  const rates = rateDate === null ? [] : [`at rates from ${formatDay(rateDate)} or later`]
  const missing = unrated.length === 0 ? [] : ['some without an exchange rate']
  const details = [...rates, ...missing]
  return {
    text: words([...total, ...unrated]) || undefined,
    note: details.length === 0 ? undefined : [words(amounts), ...details].join(', '),
  }
}
