import { useId, useState } from 'react'
import type { CurrencyValue } from '@steward/contracts/value'
import { NumberField } from '../../ui/number-field.tsx'
import { Select } from '../../ui/select.tsx'
import type { ValueLookups } from './lookups.ts'

type MoneyFieldProps = {
  /** What the amount is called. */
  label: string
  value: CurrencyValue | null
  onChange: (value: CurrencyValue | null) => void
  lookups: Pick<ValueLookups, 'currencies' | 'currency' | 'defaultCurrencyId'>
}

/** An amount and, where there are several, its currency. */
export function MoneyField({ label, value, onChange, lookups }: MoneyFieldProps) {
  // Stays while the amount is emptied and typed again, and may be chosen before it.
  const [picked, setPicked] = useState(value?.currencyDefinitionId)
  const currencyId = value?.currencyDefinitionId ?? picked ?? lookups.defaultCurrencyId
  const currencyFieldId = useId()
  const options = lookups.currencies.map((currency) => ({
    value: currency.currencyDefinitionId,
    label: currency.code,
    detail: currency.name,
  }))
  function set(amount: number | null, currency: number) {
    setPicked(currency)
    onChange(amount === null ? null : { currencyDefinitionId: currency, value: amount })
  }
  return (
    <div className="flex gap-2">
      <NumberField
        className="flex-1"
        value={value?.value ?? null}
        prefix={<span className="text-3">{lookups.currency(currencyId)?.symbol}</span>}
        onChange={(amount) => set(amount, currencyId)}
      />
      {options.length > 1 && (
        <Select
          id={currencyFieldId}
          aria-label={`Currency of ${label}`}
          className="w-24"
          value={currencyId}
          options={options}
          onChange={(next) => set(value?.value ?? null, next ?? currencyId)}
        />
      )}
    </div>
  )
}
