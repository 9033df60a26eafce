import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { RecurrenceForm } from '@steward/contracts/recurrence'
import { errorText } from '../../../api/error-text.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { CustomRecurrence } from './custom-recurrence.tsx'
import { recurrencePreviewQuery } from './recurrence.calls.ts'
import { daysText, presetKeyOf, presetsOf } from './recurrence.rules.ts'

interface RecurrenceFieldProps {
  value: RecurrenceForm | null
  /** The day the task is due, or the present day where it has none. */
  day: string
  assigneeId: number | null | undefined
  error: string | undefined
  onChange: (value: RecurrenceForm | null) => void
}

/** Whether and how a task repeats: what people mostly want, or a rule of their own, with its next days. */
export function RecurrenceField({ value, day, assigneeId, error, onChange }: RecurrenceFieldProps) {
  const presets = presetsOf(day)
  const [isOwn, setOwn] = useState(false)
  const chosen = value && !isOwn ? presetKeyOf(value, presets) : undefined
  const isCustom = value !== null && chosen === undefined

  function choose(key: string | null) {
    setOwn(key === 'custom')
    if (key === 'custom') onChange(value ?? presets[2]?.form ?? null)
    else onChange(presets.find((preset) => preset.key === key)?.form ?? null)
  }

  return (
    <div className="flex flex-col gap-3">
      <Field label="Repeats" error={error}>
        <Select
          value={value === null ? 'never' : (chosen ?? 'custom')}
          options={[
            { value: 'never', label: 'Does not repeat' },
            ...presets.map(({ key, label }) => ({ value: key, label })),
            { value: 'custom', label: 'Custom' },
          ]}
          onChange={choose}
        />
      </Field>
      {isCustom && <CustomRecurrence value={value} day={day} onChange={onChange} />}
      {value && <Preview value={value} day={day} assigneeId={assigneeId ?? undefined} />}
    </div>
  )
}

interface PreviewProps {
  value: RecurrenceForm
  day: string
  assigneeId: number | undefined
}

function Preview({ value, day, assigneeId }: PreviewProps) {
  const { data, error } = useQuery(recurrencePreviewQuery(value, day, assigneeId))
  if (error) {
    return (
      <p role="status" className="text-label text-poor">
        {errorText(error)}
      </p>
    )
  }
  if (!data) return <p role="status" className="min-h-8 text-label text-3" aria-busy="true" />
  return (
    <p role="status" className="min-h-8 text-label text-3">
      Repeats {data.text}.{' '}
      {data.days.length === 0
        ? 'No other day follows.'
        : `Next: ${daysText(data.days)}${data.isEnding ? '.' : ' …'}`}
    </p>
  )
}
