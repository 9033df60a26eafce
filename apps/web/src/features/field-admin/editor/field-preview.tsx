import { useMemo, useState } from 'react'
import type { FieldValue } from '@steward/contracts/value'
import type { Field as FieldDefinition } from '@steward/contracts/field'
import type { Level } from '@steward/contracts/level'
import { type LevelField, mergeFields } from '../../../entities/field/index.ts'
import {
  choicesOf,
  editorKind,
  useValueLookups,
  ValueInput,
  type ValueLookups,
} from '../../../entities/value/index.ts'
import { Combobox, MultiCombobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'
import { isRequired, writtenOptions, type FieldDraft } from './field-draft.ts'

/** The field as the form of a record would ask for it. */
export function FieldPreview({ level, draft }: { level: Level; draft: FieldDraft }) {
  const lookups = useValueLookups(level)
  const field = useMemo(() => {
    const definition: FieldDefinition = {
      customColumnId: 1,
      name: 'preview',
      displayName: draft.displayName.trim() || 'New field',
      dataType: draft.dataType,
      columnLevel: level.id,
      description: '',
      vertical: false,
      horizontal: false,
      required: isRequired(draft),
      isVisible: true,
      isEditable: true,
      isDefault: false,
      order: 1,
      picklistDefinition: writtenOptions(draft).map((option, at) => ({
        id: at + 1,
        value: option.value,
        color: option.color,
        retired: option.retired,
      })),
    }
    return mergeFields(level, [definition], []).find(({ custom }) => custom)
  }, [level, draft])
  if (!field) return null
  const kind = editorKind(field)
  return (
    <section
      aria-label="Preview"
      className="flex flex-col gap-3 rounded-card border border-line bg-sunken p-3"
    >
      <h3 className="text-label font-medium text-2">Preview</h3>
      {kind === 'choice' || kind === 'choices' ? (
        <Picked key={field.dataType} field={field} lookups={lookups} several={kind === 'choices'} />
      ) : (
        <Typed key={field.dataType} field={field} lookups={lookups} />
      )}
    </section>
  )
}

type PreviewedProps = { field: LevelField; lookups: ValueLookups }

function Typed({ field, lookups }: PreviewedProps) {
  const [value, setValue] = useState<FieldValue | null>(null)
  const [fault, setFault] = useState<string>()
  return (
    <ValueInput
      field={field}
      value={value}
      lookups={lookups}
      error={fault}
      onChange={(next, problem) => {
        setValue(next)
        setFault(problem)
      }}
    />
  )
}

function Picked({ field, lookups, several }: PreviewedProps & { several: boolean }) {
  const [chosen, setChosen] = useState<Option[]>([])
  const choices = useMemo(() => choicesOf(field, lookups), [field, lookups])
  return (
    <Field label={field.displayName} required={field.required}>
      {several ? (
        <MultiCombobox {...choices} value={chosen} onChange={setChosen} />
      ) : (
        <Combobox
          {...choices}
          value={chosen[0] ?? null}
          onChange={(option) => setChosen(option ? [option] : [])}
        />
      )}
    </Field>
  )
}
