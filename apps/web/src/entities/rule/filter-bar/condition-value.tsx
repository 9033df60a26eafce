import { useEffect, useMemo, useRef, useState } from 'react'
import { OPERATORS, type Condition } from '@steward/conditions'
import type { LevelField } from '../../field/index.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { Input } from '../../../ui/input.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import type { Option } from '../../../ui/option.ts'
import { ChoiceList, choicesOf, learnRecordName, type ValueLookups, valueTypeOf } from '../../value/index.ts'
import { faultOf } from './filter-model.ts'

type ConditionValueProps = {
  condition: Condition
  field: LevelField
  lookups: ValueLookups
  onChange: (condition: Condition) => void
  onDone: () => void
}

/** The value a condition compares with, in the form its operator wants. */
export function ConditionValue(props: ConditionValueProps) {
  const { arity } = OPERATORS[props.condition.operator]
  if (arity === 'none') return null
  if (arity === 'many') return <IdsValue {...props} />
  if (arity === 'two') return <BetweenValue {...props} />
  if (arity === 'days') return <DaysValue {...props} />
  return <SingleValue {...props} />
}

/**
 * Typing is applied once it pauses, so that the list does not follow every letter; what was typed last
 * is applied when the editor closes before that.
 */
function usePaused(onChange: (value: unknown) => void) {
  const waiting = useRef<{ timer: number; run: () => void } | null>(null)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => () => waiting.current?.run(), [])
  return (value: unknown) => {
    window.clearTimeout(waiting.current?.timer)
    const run = () => {
      window.clearTimeout(waiting.current?.timer)
      waiting.current = null
      latest.current(value)
    }
    waiting.current = { timer: window.setTimeout(run, 250), run }
  }
}

function Fault({ condition, field }: ConditionValueProps) {
  const empty = condition.value === undefined || condition.value === ''
  const fault = empty ? undefined : faultOf(condition, field)
  return fault ? <p className="text-label text-poor">{fault}</p> : null
}

type OneProps = Pick<ConditionValueProps, 'condition' | 'field' | 'lookups'> & {
  label: string
  value: unknown
  onChange: (value: unknown) => void
}

function OneValue({ condition, field, lookups, label, value, onChange }: OneProps) {
  const [text, setText] = useState(() => (value === undefined ? '' : String(value)))
  const [number, setNumber] = useState(() => (typeof value === 'number' ? value : null))
  const later = usePaused(onChange)
  if (field.kind === 'date') {
    return <DateField aria-label={label} value={(value as string | undefined) ?? null} onChange={onChange} />
  }
  if (field.kind === 'number') {
    return (
      <NumberField
        aria-label={label}
        value={number}
        suffix={valueTypeOf(field).filterUnit?.(condition, lookups)}
        onChange={(next) => {
          setNumber(next)
          later(next ?? undefined)
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
        later(event.target.value || undefined)
      }}
    />
  )
}

function SingleValue(props: ConditionValueProps) {
  const { condition, onChange, onDone } = props
  return (
    <form
      className="flex flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
      }}
    >
      <OneValue
        {...props}
        label="Value"
        value={condition.value}
        onChange={(value) => onChange({ ...condition, value: value ?? undefined })}
      />
      <Fault {...props} />
    </form>
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
      <Fault {...props} />
    </div>
  )
}

function DaysValue({ condition, onChange }: ConditionValueProps) {
  const [days, setDays] = useState(() => (typeof condition.value === 'number' ? condition.value : null))
  const later = usePaused((value) => onChange({ ...condition, value }))
  return (
    <NumberField
      aria-label="Days"
      value={days}
      min={0}
      decimals={0}
      suffix="days"
      onChange={(next) => {
        setDays(next)
        later(next ?? undefined)
      }}
    />
  )
}

function IdsValue({ condition, field, lookups, onChange, onDone }: ConditionValueProps) {
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
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone()
      }}
      className="-mx-3 -mb-3 border-t border-line"
    />
  )
}
