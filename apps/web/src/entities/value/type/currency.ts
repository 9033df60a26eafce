import type { Condition } from '@steward/conditions'
import { convert } from '@steward/contracts/money'
import type { CurrencyValue, FieldValue } from '@steward/contracts/value'
import { formatDay } from '../../../ui/day-text.ts'
import { formatNumber, parseNumber } from '../../../ui/number-text.ts'
import { forReader, readerLocale } from '../../../ui/reader.ts'
import type { ValueLookups } from '../lookups.ts'
import { drawMoney, type MoneyShown } from './money-view.tsx'
import type { ValueType } from './value-type.ts'

const formats = forReader(() => new Map<string, Intl.NumberFormat>())

function formatOf(code: string, digits: number): Intl.NumberFormat {
  const key = `${code}${digits}`
  const known = formats().get(key)
  if (known) return known
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  let made: Intl.NumberFormat
  try {
    made = new Intl.NumberFormat(readerLocale(), {
      style: 'currency',
      currency: code,
      // No two currencies have one sign.
      currencyDisplay: 'symbol',
      ...options,
    })
  } catch {
    made = new Intl.NumberFormat(readerLocale(), options)
  }
  formats().set(key, made)
  return made
}

/** An amount in its own currency; cents only where there are any. */
export function moneyText(money: FieldValue, lookups: ValueLookups): string {
  const { currencyDefinitionId, value } = money as CurrencyValue
  const currency = lookups.currency(currencyDefinitionId)
  const code = currency?.code ?? ''
  return formatOf(code, Number.isInteger(value) ? 0 : (currency?.digits ?? 2)).format(value)
}

/** An amount in the reader's currency; where there is not a rate, in its own. */
function moneyShown(money: CurrencyValue, lookups: ValueLookups): MoneyShown {
  const { display } = lookups
  if (!display || display.currencyDefinitionId === money.currencyDefinitionId) {
    return { text: moneyText(money, lookups) }
  }
  const original = moneyText(money, lookups)
  const converted = convert(money, display.currencyDefinitionId, display.rates)
  if (!converted) {
    const code = lookups.currency(display.currencyDefinitionId)?.code ?? ''
    return { text: original, note: `No exchange rate to ${code}`, unrated: true }
  }
  const { rateDate } = converted
  const rate = rateDate === null ? '' : ` at the rate of ${formatDay(rateDate)}`
  return { text: moneyText(roundedLike(money, converted), lookups), note: `${original}${rate}` }
}

/** Whole amounts stay whole: pennies that the rate alone has made say nothing. */
function roundedLike(money: CurrencyValue, { currencyDefinitionId, value }: CurrencyValue): CurrencyValue {
  const isWhole = Number.isInteger(money.value) && Math.abs(value) >= 100
  return { currencyDefinitionId, value: isWhole ? Math.round(value) : value }
}

/** A condition is about the currency that it names, else about the reader's. */
function currencyOf({ currencyDefinitionId }: Condition, lookups: ValueLookups): number {
  return currencyDefinitionId ?? lookups.display?.currencyDefinitionId ?? lookups.defaultCurrencyId
}

function draft(money: FieldValue, lookups: ValueLookups): string {
  const { currencyDefinitionId, value } = money as CurrencyValue
  const amount = formatNumber(value, undefined)
  const code = lookups.currency(currencyDefinitionId)?.code
  return code && lookups.currencies.length > 1 ? `${amount} ${code}` : amount
}

type Named = { currencyDefinitionId: number; sign: string; amount: string }

/** What is left of a text that begins or ends with a sign. */
function without(sign: string, text: string): string | undefined {
  const [low, whole] = [sign.toLowerCase(), text.toLowerCase()]
  if (low === '') return undefined
  if (whole.startsWith(low)) return text.slice(sign.length)
  return whole.endsWith(low) ? text.slice(0, -sign.length) : undefined
}

/** The currency that a text names, by the longest code or sign; of currencies that share one, the preferred. */
function namedIn(text: string, preferred: number, { currencies }: ValueLookups): Named | undefined {
  const named = currencies.flatMap(({ currencyDefinitionId, code, symbol }) =>
    [code, symbol].flatMap((sign): Named[] => {
      const amount = without(sign, text)
      return amount === undefined ? [] : [{ currencyDefinitionId, sign, amount }]
    }),
  )
  const isPreferred = (one: Named) => Number(one.currencyDefinitionId === preferred)
  return named.toSorted(
    (one, other) => other.sign.length - one.sign.length || isPreferred(other) - isPreferred(one),
  )[0]
}

/** An amount, with the code or the sign of its currency before or after it when another one is meant. */
function read(text: string, before: FieldValue | null, lookups: ValueLookups): unknown {
  const kept = (before as CurrencyValue | null)?.currencyDefinitionId ?? lookups.defaultCurrencyId
  const { currencyDefinitionId, amount } = namedIn(text, kept, lookups) ?? {
    currencyDefinitionId: kept,
    amount: text,
  }
  const value = parseNumber(amount)
  return value === null ? null : { currencyDefinitionId, value }
}

export const currencyTypes = {
  currency: {
    text: moneyText,
    shown: (value, lookups) => moneyShown(value as CurrencyValue, lookups),
    view: (value, _, lookups) => drawMoney(moneyShown(value as CurrencyValue, lookups)),
    alignEnd: true,
    editor: 'line',
    draft,
    read,
    filterText: (value, lookups, _, condition) =>
      moneyText({ currencyDefinitionId: currencyOf(condition, lookups), value: Number(value) }, lookups),
    inFilter: (condition, lookups) =>
      condition.value === undefined
        ? condition
        : { ...condition, currencyDefinitionId: currencyOf(condition, lookups) },
    filterUnit: (condition, lookups) => lookups.currency(currencyOf(condition, lookups))?.code,
    control: 'money',
    importAsks: 'number',
  },
} satisfies Record<string, ValueType>
