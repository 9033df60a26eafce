import { useMemo, useState } from 'react'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../field/index.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { Option } from '../../ui/option.ts'
import { RichTextInput } from './rich-text/rich-text-input.tsx'
import { ChoiceList } from './choice-list.tsx'
import { choicesOf } from './choices.ts'
import { learnRecordName, type ValueLookups } from './lookups.ts'
import { chosenOptions, valueOfOption } from './picked-editor.tsx'
import { draftText, editorKind, readDraft } from './value-draft.ts'
import { valueText } from './value-text.ts'

type ValueInputProps = {
  field: LevelField
  value: FieldValue | null
  lookups: ValueLookups
  error?: string
  /** With the sentence to show where what was typed cannot be read. */
  onChange: (value: FieldValue | null, fault?: string) => void
}

/** A value in a form: with its label, as large as its kind needs. */
export function ValueInput(props: ValueInputProps) {
  const { field, value, lookups, error } = props
  const kind = editorKind(field)
  const shown = kind === 'choice' || kind === 'choices' ? valueText(field, value, lookups) : ''
  return (
    <Field label={field.displayName} required={field.required} error={error} help={shown || undefined}>
      {kind === 'choice' || kind === 'choices' ? <Picked {...props} /> : <Typed {...props} />}
    </Field>
  )
}

function Typed({ field, value, lookups, onChange }: ValueInputProps) {
  const [text, setText] = useState(() => draftText(field, value, lookups))
  const kind = editorKind(field)

  function type(next: string) {
    setText(next)
    const read = readDraft(field, next, value, lookups)
    if (read.ok) onChange(read.value)
    else onChange(null, read.message)
  }

  if (kind === 'day') {
    return (
      <DateField
        value={value as string | null}
        onChange={(day) => onChange(day)}
        onUnreadable={(unreadable) => unreadable && type('unreadable')}
      />
    )
  }
  if (kind === 'box') {
    return <RichTextInput text={text} onChange={type} />
  }
  return <Input value={text} onChange={(event) => type(event.target.value)} />
}

function Picked({ field, value, lookups, onChange }: ValueInputProps) {
  const choices = useMemo(() => choicesOf(field, lookups), [field, lookups])

  function pick(option: Option) {
    if (choices.load) learnRecordName(Number(option.value), option.label)
    const picked = valueOfOption(field, option)
    if (editorKind(field) === 'choice') return onChange(picked)
    const chosen = Array.isArray(value) ? value : []
    const id = picked as number
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  }

  return (
    <div className="rounded-control border border-edge">
      <ChoiceList
        label={`Find: ${field.displayName}`}
        choices={choices}
        selected={chosenOptions(value)}
        onPick={pick}
      />
    </div>
  )
}
