import { bad, good, isId, type CurrencyValue, type DataTypeShape, type Reader } from './data-type.shape.ts'
import { readNumber } from './number.ts'

const readCurrency: Reader = (field, input, context) => {
  const money =
    typeof input === 'number' ? { currencyDefinitionId: context.defaultCurrencyId, value: input } : input
  if (typeof money !== 'object' || money === null || Array.isArray(money)) {
    return bad(`${field.displayName} must be an amount: a number, or { currencyDefinitionId, value }.`)
  }
  const { currencyDefinitionId = context.defaultCurrencyId, value } = money as Partial<CurrencyValue>
  if (!isId(currencyDefinitionId)) return bad(`${field.displayName} needs a currency id.`)
  const amount = readNumber(field, value, context)
  return amount.ok ? good({ currencyDefinitionId, value: amount.value as number }) : amount
}

export const currencyTypes = {
  currency: { label: 'Currency', kind: 'number', custom: true, neverKey: true, read: readCurrency },
} as const satisfies Record<string, DataTypeShape>
