import { useMemo } from 'react'
import { healthPeriods, missingPolicies, type HealthMetric } from '@steward/contracts/health'
import { mostPoints, periodWords } from '../../../entities/health/index.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import type { Option } from '../../../ui/option.ts'
import { Select } from '../../../ui/select.tsx'
import { ruleDraft, type GroupDraft, type MeasureDraft } from '../model/draft-model.rules.ts'
import { operatorsOf, policyWords, supportingWords } from '../model/measure-words.ts'
import type { Problems } from '../model/problems.rules.ts'
import { RuleList } from './rule-list.tsx'

type MeasureFormProps = {
  measure: MeasureDraft
  metric: HealthMetric | undefined
  metrics: readonly HealthMetric[]
  groups: readonly GroupDraft[]
  problems: Problems
  onChange: (change: Partial<MeasureDraft>) => void
}

const periods = healthPeriods.map((value) => ({ value, label: periodWords[value] }))
const policies = missingPolicies.map((value) => ({ value, ...policyWords[value] }))
const noGroup = 0

const optionOf = ({ key, displayName, unit, kind }: HealthMetric): Option => ({
  value: key,
  label: displayName,
  detail: kind === 'date' ? 'days since' : (unit ?? undefined),
})

/** What choosing a metric changes with it: a name where there is none, a period, thresholds of its kind. */
function changeFor(measure: MeasureDraft, next: HealthMetric | undefined, last: HealthMetric | undefined) {
  if (!next) return { metric: null, period: null }
  const isNamedByIt = measure.name.trim() === '' || measure.name === last?.displayName
  const isOtherKind = next.kind !== last?.kind || next.kind === 'options'
  return {
    metric: next.key,
    name: isNamedByIt ? next.displayName : measure.name,
    period: next.periods ? (measure.period ?? 'last30') : null,
    rules: isOtherKind ? [ruleDraft(operatorsOf[next.kind][0]!)] : measure.rules,
  }
}

/** Everything that a measure says. */
export function MeasureForm({ measure, metric, metrics, groups, problems, onChange }: MeasureFormProps) {
  const options = useMemo(() => metrics.map(optionOf), [metrics])
  const chosen = options.find(({ value }) => value === measure.metric) ?? null
  const fault = (field: string) => problems[`${measure.key}.${field}`]
  return (
    <div className="@container flex flex-col gap-4 border-t border-line px-4 py-4">
      <div className="grid gap-4 @lg:grid-cols-2">
        <Field label="Measures" required error={fault('metric')}>
          <Combobox
            value={chosen}
            options={options}
            placeholder="Find a field or metric"
            onChange={(option) =>
              onChange(
                changeFor(
                  measure,
                  metrics.find(({ key }) => key === option?.value),
                  metric,
                ),
              )
            }
          />
        </Field>
        <Field label="Name" required error={fault('name')}>
          <Input
            value={measure.name}
            maxLength={100}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Field>
        {metric?.periods && (
          <Field label="Over" required error={fault('period')}>
            <Select value={measure.period} options={periods} onChange={(period) => onChange({ period })} />
          </Field>
        )}
      </div>
      <RuleList measure={measure} metric={metric} problems={problems} onChange={onChange} />
      <div className="grid gap-4 @sm:grid-cols-2 @lg:grid-cols-[1fr_1fr_1.3fr_1.3fr]">
        <Field label="Otherwise" required error={fault('otherwise')}>
          <NumberField
            value={measure.otherwise}
            min={0}
            max={mostPoints}
            decimals={2}
            suffix="points"
            onChange={(otherwise) => onChange({ otherwise })}
          />
        </Field>
        <Field label="Weight" required error={fault('weight')}>
          <NumberField
            value={measure.weight}
            min={0}
            max={1000}
            decimals={2}
            onChange={(weight) => onChange({ weight })}
          />
        </Field>
        <Field label="If there's no data" error={fault('missing')}>
          <Select
            value={measure.missing}
            options={policies}
            onChange={(missing) => missing && onChange({ missing })}
          />
        </Field>
        {groups.length > 0 && (
          <Field label="Group" error={fault('groupId')}>
            <Select
              value={measure.groupId ?? noGroup}
              options={[
                { value: noGroup, label: 'None' },
                ...groups.map(({ groupId, name }) => ({ value: groupId, label: name || 'New group' })),
              ]}
              onChange={(groupId) => onChange({ groupId: groupId || null })}
            />
          </Field>
        )}
      </div>
      <Field hideLabel label={supportingWords.label} error={fault('supporting')}>
        <Checkbox
          label={supportingWords.label}
          description={supportingWords.detail}
          checked={measure.supporting}
          onCheckedChange={(supporting) => onChange({ supporting })}
        />
      </Field>
    </div>
  )
}
