import { Suspense } from 'react'
import { IconPencilCog } from '@tabler/icons-react'
import type { AttributeOperation } from '@steward/contracts/plain/scenario'
import type { FieldValue } from '@steward/contracts/value'
import { LazyFormulaField } from '../../../entities/calculation/index.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import {
  appendsOnNewLine,
  attributeSentence,
  operationsOf,
  operationWords,
} from './attribute-operation.rules.ts'
import { AttributeValue } from './attribute-value.tsx'
import type { NodeKind, PanelProps } from './node-kind.ts'
import { fieldOf, ownFields } from './words.ts'

function AppendedText({ field, settings, fault, onChange }: PanelProps & { field: LevelField }) {
  const isLong = appendsOnNewLine(field)
  const text = String(settings['value'] ?? '')
  const change = (next: string) => onChange({ value: next === '' ? undefined : next })
  const help = `Comes ${isLong ? 'on a new line' : 'after a comma'} behind what is there. {{record.name}}, {{account.name}}, {{organization.name}} and {{owner.name}} are filled in.`
  return (
    <Field label="Text" required help={help} error={fault('value')}>
      {isLong ? (
        <Textarea value={text} onChange={({ target }) => change(target.value)} />
      ) : (
        <Input value={text} onChange={({ target }) => change(target.value)} />
      )}
    </Field>
  )
}

/** The input for a value, text or formula, as the operation asks for it. */
function GivenValue(props: PanelProps & { field: LevelField; operation: AttributeOperation }) {
  const { field, operation, settings, words, fault, onChange } = props
  if (operation === 'clear') return null
  if (operation === 'append') return <AppendedText {...props} />
  if (operation === 'formula') {
    return (
      <Suspense fallback={<Skeleton className="h-24 w-full" />}>
        <LazyFormulaField
          value={String(settings['formula'] ?? '')}
          fields={ownFields(words)}
          error={fault('formula')}
          onChange={(formula) => onChange({ formula })}
        />
      </Suspense>
    )
  }
  return (
    <AttributeValue
      key={field.name}
      label="Value"
      field={field}
      value={(settings['value'] ?? null) as FieldValue | null}
      lookups={words.lookups}
      error={fault('value')}
      onChange={(next) => onChange({ value: next ?? undefined })}
    />
  )
}

/** Settings that another operation does not take are cleared; options to add may become those to set. */
function withoutOther(operation: AttributeOperation, next: AttributeOperation) {
  const isKept = [operation, next].every((one) => one === 'set' || one === 'add' || one === 'remove')
  return { operation: next, formula: undefined, ...(!isKept && { value: undefined }) }
}

function AttributePanel(props: PanelProps) {
  const { settings, words, fault, onChange } = props
  const field = fieldOf(words, settings['field'])
  const operation = (settings['operation'] ?? 'set') as AttributeOperation
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
          onChange={(next) =>
            onChange({ field: next?.value, operation: 'set', value: undefined, formula: undefined })
          }
        />
      </Field>
      {field && (
        <Field label="Change" required error={fault('operation')}>
          <Select<AttributeOperation>
            value={operation}
            options={operationsOf(field).map((value) => ({ value, label: operationWords[value] }))}
            onChange={(next) => next && next !== operation && onChange(withoutOther(operation, next))}
          />
        </Field>
      )}
      {field && <GivenValue {...props} field={field} operation={operation} />}
    </>
  )
}

export const setAttributeKind: NodeKind = {
  type: 'setAttribute',
  icon: IconPencilCog,
  purpose: 'Changes a field of each record',
  fresh: () => ({ operation: 'set' }),
  sentence: attributeSentence,
  Panel: AttributePanel,
}
