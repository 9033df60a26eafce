import { useMemo } from 'react'
import { isDay, type CurrencyValue, type FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../api/fields.ts'
import { choicesOf } from '../../components/value/choices.tsx'
import { learnRecordName, type ValueLookups } from '../../components/value/lookups.ts'
import { valueOfOption } from '../../components/value/picked-editor.tsx'
import { editorKind } from '../../components/value/value-draft.ts'
import { valueText } from '../../components/value/value-text.ts'
import { Combobox, MultiCombobox } from '../../ui/combobox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Input } from '../../ui/input.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import type { Option } from '../../ui/option.ts'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'

export type ValueControlProps = {
  field: LevelField
  value: unknown
  onChange: (value: unknown) => void
  lookups: ValueLookups
}

const shortList = 12
const inputTypes: Readonly<Record<string, string>> = { email: 'email' }

/** The control of a form for the type of a field. Takes and gives values; unreadable text as it is. */
export function ValueControl(props: ValueControlProps) {
  const { field, value, onChange } = props
  const text = typeof value === 'string' ? value : ''
  switch (editorKind(field)) {
    case 'box':
      return <Textarea rows={4} value={text} onChange={(event) => onChange(event.target.value)} />
    case 'day':
      return <DayControl {...props} />
    case 'choice':
      return <ChoiceControl {...props} />
    case 'choices':
      return <ChoicesControl {...props} />
    default:
  }
  if (field.dataType === 'currency') return <MoneyControl {...props} />
  if (field.kind === 'number') return <NumberControl {...props} />
  return (
    <Input
      type={inputTypes[field.dataType] ?? 'text'}
      autoComplete="off"
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function DayControl({ value, onChange }: ValueControlProps) {
  return (
    <DateField
      value={typeof value === 'string' && isDay(value) ? value : null}
      onChange={onChange}
      onUnreadable={(unreadable) => unreadable && onChange('unreadable')}
    />
  )
}

function NumberControl({ field, value, onChange }: ValueControlProps) {
  return (
    <NumberField
      value={typeof value === 'number' ? value : null}
      onChange={onChange}
      suffix={field.dataType === 'percentage' ? '%' : undefined}
    />
  )
}

/** An amount and, where there are several, its currency. */
function MoneyControl({ field, value, onChange, lookups }: ValueControlProps) {
  const money = (typeof value === 'object' ? value : null) as CurrencyValue | null
  const currencyId = money?.currencyDefinitionId ?? lookups.defaultCurrencyId
  const options = lookups.currencies.map((currency) => ({
    value: currency.currencyDefinitionId,
    label: currency.code,
    detail: currency.name,
  }))
  const set = (amount: number | null, currency: number) =>
    onChange(amount === null ? null : { currencyDefinitionId: currency, value: amount })
  return (
    <div className="flex gap-2">
      <NumberField
        className="flex-1"
        value={money?.value ?? null}
        prefix={<span className="text-3">{lookups.currency(currencyId)?.symbol}</span>}
        onChange={(amount) => set(amount, currencyId)}
      />
      {options.length > 1 && (
        <Select
          aria-label={`Currency of ${field.displayName}`}
          className="w-24"
          value={currencyId}
          options={options}
          onChange={(next) => set(money?.value ?? 0, next ?? currencyId)}
        />
      )}
    </div>
  )
}

function ChoiceControl({ field, value, onChange, lookups }: ValueControlProps) {
  const choices = useMemo(() => choicesOf(field, lookups), [field, lookups])
  if (choices.options && choices.options.length <= shortList && field.dataType !== 'user') {
    const chosen = typeof value === 'boolean' ? Number(value) : (value as number | null)
    return (
      <Select
        value={chosen}
        options={choices.options as Option<number>[]}
        clearable={!field.required}
        onChange={(next) => {
          const option = choices.options.find((each) => each.value === next)
          onChange(option ? valueOfOption(field, option) : null)
        }}
      />
    )
  }
  const label = typeof value === 'number' ? valueText(field, value, lookups) : ''
  const known = choices.options?.find((option) => option.value === value)
  return (
    <Combobox
      value={known ?? (typeof value === 'number' ? { value, label } : null)}
      options={choices.options}
      load={choices.load}
      onChange={(option) => {
        if (option && choices.load) learnRecordName(Number(option.value), option.label)
        onChange(option ? option.value : null)
      }}
    />
  )
}

function ChoicesControl({ field, value, onChange, lookups }: ValueControlProps) {
  const choices = useMemo(() => choicesOf(field, lookups), [field, lookups])
  const ids = Array.isArray(value) ? (value as number[]) : []
  const labelOf = (id: number) => valueText(field, [id] as FieldValue, lookups)
  return (
    <MultiCombobox
      value={ids.map((id) => ({ value: id, label: labelOf(id) }))}
      options={choices.options}
      onChange={(options) => onChange(options.length > 0 ? options.map((option) => option.value) : null)}
    />
  )
}
