import { IconPencilCog } from '@tabler/icons-react'
import { attributeOperations } from '@steward/contracts/plain/scenario'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../../entities/field/index.ts'
import { editorKind } from '../../../entities/value/index.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { AttributeValue } from './attribute-value.tsx'
import type { NodeKind, PanelProps } from './node-kind.ts'
import { fieldName, fieldOf, ownFields, valueWords } from './words.ts'

type Operation = (typeof attributeOperations)[number]

const operationWords: Readonly<Record<Operation, string>> = {
  set: 'Set to',
  clear: 'Clear',
  add: 'Add',
  remove: 'Remove',
}

/** Only a field of several values takes single ones in and out. */
const operationsOf = (field: LevelField | undefined): readonly Operation[] =>
  field && editorKind(field) === 'choices' ? attributeOperations : ['set', 'clear']

function AttributePanel({ settings, words, fault, onChange }: PanelProps) {
  const field = fieldOf(words, settings['field'])
  const operation = (settings['operation'] ?? 'set') as Operation
  const options = ownFields(words)
    .filter(({ editable }) => editable)
    .map(({ name, displayName }) => ({ value: name, label: displayName }))
  return (
    <>
      <Field label="Attribute" required error={fault('field')}>
        <Combobox
          value={options.find(({ value }) => value === settings['field']) ?? null}
          options={options}
          placeholder="Choose a field"
          onChange={(next) => onChange({ field: next?.value, operation: 'set', value: undefined })}
        />
      </Field>
      {field && (
        <Field label="Change" required error={fault('operation')}>
          <Select<Operation>
            value={operation}
            options={operationsOf(field).map((value) => ({ value, label: operationWords[value] }))}
            onChange={(next) =>
              next && onChange({ operation: next, ...(next === 'clear' && { value: undefined }) })
            }
          />
        </Field>
      )}
      {field && operation !== 'clear' && (
        <AttributeValue
          key={field.name}
          label="Value"
          field={field}
          value={(settings['value'] ?? null) as FieldValue | null}
          lookups={words.lookups}
          error={fault('value')}
          onChange={(next) => onChange({ value: next ?? undefined })}
        />
      )}
    </>
  )
}

export const setAttributeKind: NodeKind = {
  type: 'setAttribute',
  icon: IconPencilCog,
  purpose: 'Changes a field of each record',
  fresh: () => ({ operation: 'set' }),
  sentence({ field, operation = 'set', value }, words) {
    if (!field) return undefined
    const name = fieldName(words, field)
    if (operation === 'clear') return `Clear ${name}`
    if (value === undefined) return undefined
    const text = valueWords(words, field, value)
    if (operation === 'add') return `Add ${text} to ${name}`
    return operation === 'remove' ? `Remove ${text} from ${name}` : `Set ${name} to ${text}`
  },
  Panel: AttributePanel,
}
