import { useMemo } from 'react'
import { useQueries } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { findWebhookEvent } from '@steward/contracts/plain/webhook'
import { levels } from '@steward/contracts/level'
import { errorPanelProps } from '../../../api/error-text.ts'
import { levelFieldsQuery, type LevelField } from '../../../entities/field/index.ts'
import {
  groupOf,
  ruleOfGroup,
  RuleBuilder,
  usualFilter,
  useRuleFields,
  useRuleLookups,
  type Group,
} from '../../../entities/rule/index.ts'
import { useValueLookups } from '../../../entities/value/index.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { MultiCombobox } from '../../../ui/combobox.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { levelOfEvents } from './form-values.ts'
import { Preview } from './preview.tsx'
import type { WebhookFormState } from './use-webhook-form.ts'

const none: readonly LevelField[] = []
const unbroken: ReadonlySet<string> = new Set()

/** Which records are sent, and how much of them. */
export function RecordChoice({ form }: { form: WebhookFormState }) {
  const { values, faults, set } = form
  const level = levelOfEvents(values.events)
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">Records</p>
      <Checkbox
        label="Only records that meet a condition"
        description={level ? undefined : 'Choose events of one kind of record to set a condition.'}
        disabled={!level}
        checked={level !== undefined && values.condition !== null}
        onCheckedChange={(isOn) => set({ condition: isOn && level ? groupOf(usualFilter(level)) : null })}
      />
      {level && values.condition && (
        <Condition
          key={level.name}
          level={level}
          root={values.condition}
          onChange={(condition) => set({ condition })}
        />
      )}
      {faults.condition && <p className="text-label text-poor">{faults.condition}</p>}
      <Checkbox
        label="Only some fields"
        checked={values.includedFields !== null}
        onCheckedChange={(isOn) => set({ includedFields: isOn ? ['name'] : null })}
      />
      {values.includedFields && (
        <IncludedFields
          events={values.events}
          chosen={values.includedFields}
          onChange={(includedFields) => set({ includedFields })}
          error={faults.includedFields}
        />
      )}
      <Preview values={values} />
    </div>
  )
}

function Condition({
  level,
  root,
  onChange,
}: {
  level: Level
  root: Group
  onChange: (root: Group) => void
}) {
  const { fields, error } = useRuleFields(level)
  const rule = useMemo(() => ruleOfGroup(root), [root])
  const lookups = useRuleLookups(useValueLookups(level), rule, fields ?? none)
  if (fields) {
    return <RuleBuilder fields={fields} lookups={lookups} root={root} onChange={onChange} broken={unbroken} />
  }
  return error ? <ErrorPanel {...errorPanelProps(error)} /> : <Skeleton className="h-32 w-full" />
}

type IncludedFieldsProps = {
  events: readonly string[]
  chosen: readonly string[]
  onChange: (names: string[]) => void
  error: string | undefined
}

/** The fields of the records that the events are about, by the names under which they are sent. */
function IncludedFields({ events, chosen, onChange, error }: IncludedFieldsProps) {
  const wanted = new Set(events.map((type) => findWebhookEvent(type)?.level))
  const answers = useQueries({
    queries: levels.filter(({ id }) => wanted.has(id)).map((level) => levelFieldsQuery(level)),
  })
  const labels = new Map<string, string>()
  for (const { data } of answers) {
    for (const { name, displayName } of data ?? none) labels.set(name.replace(/^system:/, ''), displayName)
  }
  const optionOf = (name: string): Option => ({ value: name, label: labels.get(name) ?? name })
  return (
    <Field label="Fields" help="Ids and the version of a record are always sent." error={error}>
      <MultiCombobox
        options={[...labels.keys()].map(optionOf)}
        value={chosen.map(optionOf)}
        onChange={(options) => onChange(options.map(({ value }) => String(value)))}
      />
    </Field>
  )
}
