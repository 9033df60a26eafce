import { useState, type FormEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { errorText } from '../../../api/error-text.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import type { ColumnGuess } from '../bulk.calls.ts'
import { fieldFrom, fieldTypeOptions, useCreateField } from './create-field.ts'

type CreateFieldFormProps = {
  level: Level
  guess: ColumnGuess
  onCreated: (field: LevelField) => void
  onCancel: () => void
}

/** Makes a field out of a column without leaving the mapping. */
export function CreateFieldForm({ level, guess, onCreated, onCancel }: CreateFieldFormProps) {
  const [field, setField] = useState(() => fieldFrom(guess))
  const create = useMutation({
    mutationFn: useCreateField(level),
    onSuccess: (created) => created && onCreated(created),
  })
  const isNamed = field.displayName.trim() !== ''

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isNamed && !create.isPending) create.mutate(field)
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3 rounded-card border border-line bg-sunken p-3">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Field label="Name of the new field" error={create.error && errorText(create.error)}>
          <Input
            value={field.displayName}
            maxLength={100}
            onChange={(event) => setField({ ...field, displayName: event.target.value })}
          />
        </Field>
        <Field label="Type">
          <Select
            value={field.dataType}
            onChange={(dataType) => dataType && setField({ ...field, dataType })}
            options={fieldTypeOptions}
          />
        </Field>
      </div>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="primary" busy={create.isPending} disabled={!isNamed}>
          Create field
        </Button>
      </div>
    </form>
  )
}
