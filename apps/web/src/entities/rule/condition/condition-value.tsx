import { useMemo, useState } from 'react'
import { OPERATORS, type Condition } from '@steward/conditions'
import type { LevelField } from '../../field/index.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { Input } from '../../../ui/input.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import type { Option } from '../../../ui/option.ts'
import { ChoiceList, choicesOf, learnRecordName, type ValueLookups, valueTypeOf } from '../../value/index.ts'

type ConditionValueProps = {
  condition: Condition
  field: LevelField
  lookups: ValueLookups
  onChange: (condition: Condition) => void
}

/** The value a condition compares with, in the form its operator wants. Every letter is a change. */
export function ConditionValue(props: ConditionValueProps) {
  const { condition, onChange } = props
  const { arity } = OPERATORS[condition.operator]
  if (arity === 'none') return null
  if (arity === 'many') return <IdsValue {...props} />
  if (arity === 'two') return <BetweenValue {...props} />
  if (arity === 'days') return <DaysValue {...props} />
  return (
    <OneValue
      {...props}
      label="Value"
      value={condition.value}
      onChange={(value) => onChange({ ...condition, value: value ?? undefined })}
    />
  )
}

type OneProps = Pick<ConditionValueProps, 'condition' | 'field' | 'lookups'> & {
  label: string
  value: unknown
  onChange: (value: unknown) => void
}

function OneValue({ condition, field, lookups, label, value, onChange }: OneProps) {
  const [text, setText] = useState(() => (value === undefined ? '' : String(value)))
  const [number, setNumber] = useState(() => (typeof value === 'number' ? value : null))
  if (field.kind === 'date') {
    return (
      <DateField
        aria-label={label}
        value={(value as string | undefined) ?? null}
        onChange={onChange}
        onUnreadable={(unreadable) => unreadable && onChange(undefined)}
      />
    )
  }
  if (field.kind === 'number') {
    return (
      <NumberField
        aria-label={label}
        value={number}
        suffix={valueTypeOf(field).filterUnit?.(condition, lookups)}
        onChange={(next) => {
          setNumber(next)
          onChange(next ?? undefined)
        }}
      />
    )
  }
  return (
    <Input
      aria-label={label}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onChange(event.target.value || undefined)
      }}
    />
  )
}

function BetweenValue(props: ConditionValueProps) {
  const { condition, onChange } = props
  const [ends, setEnds] = useState<unknown[]>(() =>
    Array.isArray(condition.value) ? condition.value : [undefined, undefined],
  )

  function put(index: number, value: unknown) {
    const next = ends.toSpliced(index, 1, value ?? undefined)
    setEnds(next)
    onChange({ ...condition, value: next.includes(undefined) ? undefined : next })
  }

  return (
    <div className="flex flex-col gap-1.5">
      <OneValue {...props} label="From" value={ends[0]} onChange={(value) => put(0, value)} />
      <OneValue {...props} label="To" value={ends[1]} onChange={(value) => put(1, value)} />
    </div>
  )
}

function DaysValue({ condition, onChange }: ConditionValueProps) {
  const [days, setDays] = useState(() => (typeof condition.value === 'number' ? condition.value : null))
  return (
    <NumberField
      aria-label="Days"
      value={days}
      min={0}
      decimals={0}
      suffix="days"
      onChange={(next) => {
        setDays(next)
        onChange({ ...condition, value: next ?? undefined })
      }}
    />
  )
}

function IdsValue({ condition, field, lookups, onChange }: ConditionValueProps) {
  const choices = useMemo(() => choicesOf(field, lookups), [field, lookups])
  const chosen = useMemo(() => {
    const { value } = condition
    return new Set<string | number>(
      Array.isArray(value) ? value : value === undefined ? [] : [value as number],
    )
  }, [condition])

  function toggle({ value, label }: Option) {
    if (choices.load) learnRecordName(Number(value), label)
    const next = new Set(chosen)
    if (!next.delete(value)) next.add(value)
    onChange({ ...condition, value: next.size > 0 ? [...next] : undefined })
  }

  return (
    <ChoiceList
      label={field.displayName}
      choices={choices}
      selected={chosen}
      onPick={toggle}
      className="-mx-3 -mb-3 border-t border-line"
    />
  )
}
