import { useMemo } from 'react'
import { isDay, type CurrencyValue, type FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../entities/field/index.ts'
import {
  choicesOf,
  learnRecordName,
  MoneyField,
  RichTextInput,
  type ValueLookups,
  valueOfOption,
  valueText,
  valueTypeOf,
} from '../../entities/value/index.ts'
import { Combobox, MultiCombobox } from '../../ui/combobox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Input } from '../../ui/input.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import type { Option } from '../../ui/option.ts'
import { Select } from '../../ui/select.tsx'

export type ValueControlProps = {
  field: LevelField
  value: unknown
  onChange: (value: unknown) => void
  lookups: ValueLookups
}

const shortList = 12

/** The control of a form for the type of a field. Takes and gives values; unreadable text as it is. */
export function ValueControl(props: ValueControlProps) {
  const { field, value, onChange } = props
  const text = typeof value === 'string' ? value : ''
  const { editor, control, inputType } = valueTypeOf(field)
  switch (editor) {
    case 'box':
      return <RichTextInput text={text} onChange={onChange} />
    case 'day':
      return <DayControl {...props} />
    case 'choice':
      return <ChoiceControl {...props} />
    case 'choices':
      return <ChoicesControl {...props} />
    default:
  }
  if (control === 'money') return <MoneyControl {...props} />
  if (control === 'number') return <NumberControl {...props} />
  return (
    <Input
      type={inputType ?? 'text'}
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
      suffix={valueTypeOf(field).suffix}
    />
  )
}

function MoneyControl({ field, value, onChange, lookups }: ValueControlProps) {
  const money = (typeof value === 'object' ? value : null) as CurrencyValue | null
  return <MoneyField label={field.displayName} value={money} onChange={onChange} lookups={lookups} />
}

function ChoiceControl({ field, value, onChange, lookups }: ValueControlProps) {
  const choices = useMemo(() => choicesOf(field, lookups), [field, lookups])
  if (choices.options && choices.options.length <= shortList && !valueTypeOf(field).searched) {
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
