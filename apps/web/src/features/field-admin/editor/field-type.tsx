import { calculatedDataTypes, childLevelsOf } from '@steward/contracts/calculation'
import { customDataTypes, type CustomDataType } from '@steward/contracts/data-type'
import type { Field as FieldDefinition } from '@steward/contracts/field'
import type { Level } from '@steward/contracts/level'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { isConvertible } from '../type-change/convertible-field.ts'
import { TypeIcon, TypeText, typeLabel } from '../type-icon.tsx'
import type { FieldWay } from './field-draft.ts'
import type { FieldForm } from './use-field-form.ts'

type FieldTypeProps = {
  level: Level
  field: FieldDefinition | null
  form: FieldForm
  onChangeType: () => void
}

const optionsOf = (types: readonly string[]) =>
  types.map((type) => ({ value: type, label: typeLabel(type), icon: <TypeIcon type={type} /> }))

const typeOptions = optionsOf(customDataTypes)
const calculatedOptions = optionsOf(calculatedDataTypes)

const waysOfField: readonly { value: FieldWay; label: string }[] = [
  { value: 'plain', label: 'Entered' },
  { value: 'horizontal', label: 'Formula' },
  { value: 'vertical', label: 'Roll-up' },
]

const wayLabels: Record<FieldWay, string> = {
  plain: '',
  horizontal: '· formula',
  vertical: '· roll-up of child records',
}

/** The type of a field and the origin of its values, which is chosen once. */
export function FieldType({ level, field, form, onChangeType }: FieldTypeProps) {
  const { draft, problems, change } = form
  const { way } = draft
  if (field) {
    return (
      <div className="flex flex-col gap-1.5">
        <span className="font-medium">Type</span>
        <span className="flex min-h-8 flex-wrap items-center gap-x-1.5 text-2">
          <TypeText type={draft.dataType} />
          {wayLabels[way]}
        </span>
        {isConvertible(field) ? (
          <Button size="sm" className="self-start" onClick={onChangeType}>
            Change type…
          </Button>
        ) : (
          <span className="text-label text-3">The type can't be changed.</span>
        )}
      </div>
    )
  }
  const ways = waysOfField.filter(({ value }) => value !== 'vertical' || childLevelsOf(level.id).length > 0)
  const options = way === 'plain' ? typeOptions : calculatedOptions
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <span className="font-medium">Source</span>
        <Segmented
          label="Source"
          size="md"
          value={way}
          options={ways}
          className="self-start"
          onChange={(next) => {
            const fits = next === 'plain' || calculatedOptions.some(({ value }) => value === draft.dataType)
            change({ way: next, dataType: fits && next === 'plain' ? draft.dataType : 'number' })
          }}
        />
      </div>
      {way !== 'vertical' && (
        <Field label="Type" required error={problems.dataType}>
          <Combobox
            value={options.find(({ value }) => value === draft.dataType) ?? null}
            options={options}
            placeholder="Find a type"
            onChange={(option) => option && change({ dataType: option.value as CustomDataType })}
          />
        </Field>
      )}
    </>
  )
}
