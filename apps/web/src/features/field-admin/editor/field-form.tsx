import type { KeyboardEvent, RefObject } from 'react'
import { hasOptions, type DataType } from '@steward/contracts/data-type'
import type { Field as FieldDefinition } from '@steward/contracts/field'
import { deriveName } from '@steward/contracts/field-name'
import type { Level } from '@steward/contracts/level'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { Calculation } from './calculation.tsx'
import { FieldPreview } from './field-preview.tsx'
import { FieldSettings } from './field-settings.tsx'
import { FieldType } from './field-type.tsx'
import { OptionList } from './option-list.tsx'
import type { FieldForm as Form } from './use-field-form.ts'

type FieldFormProps = {
  id: string
  level: Level
  field: FieldDefinition | null
  fields: readonly FieldDefinition[]
  form: Form
  nameRef: RefObject<HTMLInputElement | null>
  onChangeType: () => void
}

/** What the API will call a new field, or calls the one that is there. */
function apiName({ field, fields, form }: FieldFormProps): string {
  if (field) return field.name
  const { displayName } = form.draft
  return displayName.trim()
    ? deriveName(
        displayName,
        fields.map(({ name }) => name),
      )
    : ''
}

/** Ctrl or ⌘ with Enter saves from anywhere in the form. */
function press(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

export function FieldForm(props: FieldFormProps) {
  const { id, level, field, form, nameRef, onChangeType } = props
  const { draft, problems, change } = form
  const name = apiName(props)
  const isCalculated = draft.way !== 'plain'

  async function submit() {
    if (!(await form.submit())) nameRef.current?.form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys work from each of its controls
    <form
      id={id}
      noValidate
      autoComplete="off"
      aria-label={field ? field.displayName : 'New field'}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      className="flex flex-col gap-6"
    >
      <FormAlert text={form.failure} />
      <div className="flex flex-col gap-4">
        <Field
          label="Name"
          required
          error={problems.displayName}
          help={
            name && (
              <>
                API name <code className="font-mono text-2">{name}</code>
                {!field && "(can't be changed)"}
              </>
            )
          }
        >
          <Input
            ref={nameRef}
            value={draft.displayName}
            maxLength={100}
            onChange={(event) => change({ displayName: event.target.value })}
          />
        </Field>
        <FieldType level={level} field={field} form={form} onChangeType={onChangeType} />
        <Field label="Description" help="Help text shown next to the field." error={problems.description}>
          <Textarea
            rows={2}
            value={draft.description}
            maxLength={1000}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
      </div>
      {!isCalculated && hasOptions(draft.dataType as DataType) && (
        <OptionList
          options={draft.options}
          problems={problems.options}
          problem={problems.picklist}
          onChange={form.changeOptions}
        />
      )}
      {isCalculated && <Calculation level={level} field={field} form={form} />}
      <FieldSettings level={level} draft={draft} isCalculated={isCalculated} onChange={change} />
      {!isCalculated && <FieldPreview level={level} draft={draft} />}
    </form>
  )
}
