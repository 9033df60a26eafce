import type { CurrencyDefinition } from '@steward/contracts/currency'
import type { CurrencyValue } from '@steward/contracts/value'
import { numberParts } from '../../platform/tabular/index.ts'
import { numberColumn } from './column.sql.ts'
import type { Fault, ServerType } from './data-type.port.ts'
import { plainNumberText } from './number.rules.ts'
import { isFault, plainNumber, quote, readNumberText } from './text.reading.ts'

/** Made once: to find the locale for each text takes longer than all else about a value. */
const amountFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })

/** The currency whose sign or code is beside an amount, else the default one. */
function currencyBeside(text: string, currencies: readonly CurrencyDefinition[], label: string) {
  const sign = plainNumber.test(text) ? '' : (numberParts(text)?.sign ?? '')
  const found =
    sign === ''
      ? currencies.find((one) => one.isDefault)
      : currencies.find((one) => one.symbol === sign || one.code === sign.toUpperCase())
  return found ?? ({ fault: `${label}: there is no currency ${quote(sign)}.` } satisfies Fault)
}

export const currencyTypes = {
  currency: {
    column: (json) => numberColumn(`${json}->'value'`),
    check: (field, value, { currencies }) =>
      currencies.has((value as CurrencyValue).currencyDefinitionId)
        ? undefined
        : `${field.displayName}: there is no such currency.`,
    cell:
      (field, { numberFormat }, { currencies }) =>
      (text) => {
        const value = readNumberText(text, numberFormat, field.displayName)
        if (isFault(value)) return value
        const currency = currencyBeside(text, currencies, field.displayName)
        return isFault(currency) ? currency : { currencyDefinitionId: currency.currencyDefinitionId, value }
      },
    bounded: true,
    word(money, { currencies }) {
      const { value, currencyDefinitionId } = money as CurrencyValue
      const amount = amountFormat.format(value)
      return `${amount} ${currencies.get(currencyDefinitionId)?.code ?? ''}`.trim()
    },
    write(money, names) {
      const { value, currencyDefinitionId } = money as CurrencyValue
      return `${plainNumberText(value)} ${names.currency(currencyDefinitionId)}`.trim()
    },
  },
} satisfies Record<string, ServerType>
