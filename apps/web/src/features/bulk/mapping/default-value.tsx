import { useQuery } from '@tanstack/react-query'
import { findLevel, levels } from '@steward/contracts/level'
import { isDay } from '@steward/contracts/value'
import type { LevelField } from '../../../entities/field/index.ts'
import { recordNamesQuery } from '../../../entities/record/index.ts'
import { choicesOf, editorKind, type ValueLookups } from '../../../entities/value/index.ts'
import { Combobox, MultiCombobox } from '../../../ui/combobox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Input } from '../../../ui/input.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import type { Option } from '../../../ui/option.ts'

type DefaultValueProps = {
  field: LevelField
  lookups: ValueLookups
  /** As the API takes it: ids for choices, YYYY-MM-DD for days. What was typed and cannot be read is NaN, or no day. */
  value: unknown
  onChange: (value: unknown) => void
}

/** A value that holds for the whole file; it is in a Field. */
export function DefaultValue(props: DefaultValueProps) {
  const { field, value, onChange } = props
  switch (editorKind(field)) {
    case 'choice':
      return <OneChoice {...props} />
    case 'choices':
      return <ManyChoices {...props} />
    case 'day':
      return (
        <DateField
          value={typeof value === 'string' && isDay(value) ? value : null}
          onChange={onChange}
          onUnreadable={(unreadable) => unreadable && onChange('unreadable')}
        />
      )
    default:
      if (field.kind === 'number') {
        return <NumberField value={typeof value === 'number' ? value : null} onChange={onChange} />
      }
      return (
        <Input
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )
  }
}

/** Truth is offered as 1 and 0. */
function keyOf(value: unknown): number | null {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'number' ? value : null
}

function optionFor(id: number, options: readonly Option[] | undefined, lookups: ValueLookups): Option {
  return options?.find((option) => option.value === id) ?? { value: id, label: lookups.recordName(id) }
}

/** The name of the record that a field points at; after a reload no one else has asked for it. */
function useRecordName({ dataType }: LevelField, id: number | null): string | undefined {
  const level = findLevel(dataType)
  const { data } = useQuery({
    ...recordNamesQuery(level ?? levels[0], id === null ? [] : [id]),
    enabled: level !== undefined && id !== null,
  })
  return id === null ? undefined : data?.get(id)
}

function OneChoice({ field, lookups, value, onChange }: DefaultValueProps) {
  const { options, load } = choicesOf(field, lookups)
  const key = keyOf(value)
  const name = useRecordName(field, key)
  const chosen = key === null ? null : optionFor(key, options, lookups)
  return (
    <Combobox
      options={options}
      load={load}
      placeholder="Choose"
      value={chosen && name ? { ...chosen, label: name } : chosen}
      onChange={(option) => {
        if (field.dataType === 'boolean') onChange(option && option.value === 1)
        else onChange(option?.value ?? null)
      }}
    />
  )
}

function ManyChoices({ field, lookups, value, onChange }: DefaultValueProps) {
  const { options, load } = choicesOf(field, lookups)
  const ids = Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : []
  return (
    <MultiCombobox
      options={options}
      load={load}
      placeholder="Choose"
      value={ids.map((id) => optionFor(id, options, lookups))}
      onChange={(chosen) => onChange(chosen.length > 0 ? chosen.map((option) => option.value) : null)}
    />
  )
}
