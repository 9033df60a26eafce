import type { CurrencyValue, FieldValue } from '@steward/contracts/value'
import { formatNumber, parseNumber } from '../../../ui/number-text.ts'
import { forReader, numberText, readerLocale } from '../../../ui/reader.ts'
import type { ValueLookups } from '../lookups.ts'
import { drawFigures } from './number.tsx'
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
      currencyDisplay: 'narrowSymbol',
      ...options,
    })
  } catch {
    made = new Intl.NumberFormat(readerLocale(), options)
  }
  formats().set(key, made)
  return made
}

/** An amount in its own currency; cents only where there are any. */
function moneyText(money: FieldValue, lookups: ValueLookups): string {
  const { currencyDefinitionId, value } = money as CurrencyValue
  const currency = lookups.currency(currencyDefinitionId)
  const code = currency?.code ?? ''
  const text = formatOf(code, Number.isInteger(value) ? 0 : 2).format(value)
  // Currencies that share a sign are told apart by their code.
  const shared = lookups.currencies.some(
    (other) => other.symbol === currency?.symbol && other.currencyDefinitionId !== currencyDefinitionId,
  )
  const ambiguous = shared && currencyDefinitionId !== lookups.defaultCurrencyId
  return ambiguous && !text.includes(code) ? `${text} ${code}` : text
}

function draft(money: FieldValue, lookups: ValueLookups): string {
  const { currencyDefinitionId, value } = money as CurrencyValue
  const amount = formatNumber(value, undefined)
  const code = lookups.currency(currencyDefinitionId)?.code
  return code && lookups.currencies.length > 1 ? `${amount} ${code}` : amount
}

/** An amount, with the code or the sign of its currency before or after it when another one is meant. */
function read(text: string, before: FieldValue | null, lookups: ValueLookups): unknown {
  const named = lookups.currencies.find(({ code, symbol }) =>
    [code.toLowerCase(), symbol.toLowerCase()].some(
      (sign) => sign && (text.toLowerCase().startsWith(sign) || text.toLowerCase().endsWith(sign)),
    ),
  )
  const kept = (before as CurrencyValue | null)?.currencyDefinitionId
  const amount = parseNumber(named ? text.replaceAll(/[^\d.,'\s+-]/g, '') : text)
  if (amount === null) return null
  return {
    currencyDefinitionId: named?.currencyDefinitionId ?? kept ?? lookups.defaultCurrencyId,
    value: amount,
  }
}

export const currencyTypes = {
  currency: {
    text: moneyText,
    view: (value, _, lookups) => drawFigures(moneyText(value, lookups)),
    alignEnd: true,
    editor: 'line',
    draft,
    read,
    // Conditions compare the amount alone.
    filterText: (value) => numberText(Number(value)),
    control: 'money',
    importAsks: 'number',
  },
} satisfies Record<string, ValueType>
