import { memo, type FocusEvent } from 'react'
import { useController, type Control } from 'react-hook-form'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../entities/field/index.ts'
import type { ValueLookups } from '../../entities/value/index.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Duplicates } from './duplicates.tsx'
import type { FormMode } from './form-fields.ts'
import type { FormValues } from './form-values.ts'
import { ValueControl } from './value-control.tsx'

type FormFieldProps = {
  level: Level
  field: LevelField
  mode: FormMode
  lookups: ValueLookups
  control: Control<FormValues>
  /** The organization comes with the account and is only shown. */
  inherited?: boolean
}

/** Whether the focus left the control, and not for a list or a calendar that belongs to it. */
function isLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  if (!(relatedTarget instanceof Element)) return document.querySelector('[role=listbox]') === null
  return !currentTarget.contains(relatedTarget) && !relatedTarget.closest('[role=listbox], [role=option]')
}

const helps: Readonly<Record<string, string>> = {
  'system:owners': 'The first one is the primary owner.',
  'system:externalId': 'The id of this record in another system.',
}

export const FormField = memo(function FormField(props: FormFieldProps) {
  const { level, field, mode, lookups, control, inherited } = props
  const { field: input, fieldState } = useController({ control, name: field.name })
  if (inherited) {
    const name = typeof input.value === 'number' ? lookups.recordName(input.value) : ''
    return (
      <Field label={field.displayName} help="Set by the account.">
        <Input disabled value={name} />
      </Field>
    )
  }
  return (
    // Leaving the control validates it; nothing else happens here.
    <div data-form-field={field.name} onBlur={(event) => isLeft(event) && input.onBlur()}>
      <Field
        label={field.displayName}
        required={field.required}
        help={field.custom ? field.description || undefined : helps[field.name]}
        error={fieldState.error?.message}
      >
        <ValueControl field={field} value={input.value} onChange={input.onChange} lookups={lookups} />
      </Field>
      {mode === 'create' && <Duplicates level={level} field={field} value={input.value} />}
    </div>
  )
})
