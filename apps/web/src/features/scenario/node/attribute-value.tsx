import { useMemo } from 'react'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../../entities/field/index.ts'
import {
  choicesOf,
  editorKind,
  learnRecordName,
  valueOfOption,
  ValueInput,
  valueText,
  type ValueLookups,
} from '../../../entities/value/index.ts'
import { Combobox, MultiCombobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'

type AttributeValueProps = {
  label: string
  field: LevelField
  value: FieldValue | null
  lookups: ValueLookups
  error: string | undefined
  /** The text where nothing is chosen. */
  placeholder?: string
  onChange: (value: FieldValue | null) => void
}

/** A value of a field, as it is sent to the API; empty is null. */
export function AttributeValue(props: AttributeValueProps) {
  const { label, field, value, lookups, error, onChange } = props
  const kind = editorKind(field)
  if (kind === 'choice' || kind === 'choices') return <Picked {...props} isMany={kind === 'choices'} />
  return (
    <ValueInput
      field={{ ...field, displayName: label, required: false }}
      value={value}
      lookups={lookups}
      error={error}
      onChange={(next) => onChange(next)}
    />
  )
}

function Picked({
  label,
  field,
  value,
  lookups,
  error,
  placeholder,
  isMany,
  onChange,
}: AttributeValueProps & { isMany: boolean }) {
  const choices = useMemo(() => choicesOf(field, lookups), [field, lookups])
  const shared = { ...choices, ...(placeholder !== undefined && { placeholder }) }
  const optionOf = (id: string | number): Option =>
    choices.options?.find((option) => option.value === id) ?? {
      value: id,
      label: valueText(field, (isMany ? [id] : id) as FieldValue, lookups),
    }

  function valueFrom(option: Option): FieldValue | null {
    if (choices.load) learnRecordName(Number(option.value), option.label)
    return valueOfOption(field, option)
  }

  if (isMany) {
    const chosen = Array.isArray(value) ? value : []
    return (
      <Field label={label} error={error}>
        <MultiCombobox
          {...shared}
          value={chosen.map((id) => optionOf(id as number))}
          onChange={(next) => {
            const ids = next.map(valueFrom) as number[]
            onChange(ids.length > 0 ? ids : null)
          }}
        />
      </Field>
    )
  }
  const current = typeof value === 'boolean' ? Number(value) : (value as number | null)
  return (
    <Field label={label} error={error}>
      <Combobox
        {...shared}
        value={current === null ? null : optionOf(current)}
        onChange={(option) => onChange(option && valueFrom(option))}
      />
    </Field>
  )
}
