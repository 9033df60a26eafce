import { useState } from 'react'
import type { HealthMetric } from '@steward/contracts/health'
import { MultiCombobox } from '../../../ui/combobox.tsx'
import { Input } from '../../../ui/input.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { RuleDraft } from '../model/draft-model.rules.ts'

type RuleValueProps = {
  label: string
  rule: RuleDraft
  metric: HealthMetric | undefined
  isInvalid: boolean
  onChange: (value: RuleDraft['value']) => void
}

const answers = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

/** Pulse is a number whose values have names. */
const isChosen = ({ kind, options }: HealthMetric, { operator }: RuleDraft) =>
  kind === 'options' || (options.length > 0 && operator !== 'oneOf')

/** What a threshold compares with, typed or chosen as the kind of the metric asks for it. */
export function RuleValue(props: RuleValueProps) {
  const { rule, metric } = props
  if (metric?.kind === 'boolean') return <AnswerValue {...props} />
  if (metric && isChosen(metric, rule)) return <OptionValue {...props} metric={metric} />
  return rule.operator === 'oneOf' ? <NumberList {...props} /> : <NumberValue {...props} />
}

function AnswerValue({ label, rule: { value }, onChange }: RuleValueProps) {
  const shown = value ? 'yes' : 'no'
  return (
    <Select
      size="sm"
      aria-label={label}
      value={typeof value === 'boolean' ? shown : null}
      options={answers}
      onChange={(next) => onChange(next === null ? null : next === 'yes')}
    />
  )
}

function NumberValue({ label, rule: { value }, metric, onChange }: RuleValueProps) {
  return (
    <NumberField
      size="sm"
      aria-label={label}
      value={typeof value === 'number' ? value : null}
      suffix={metric?.kind === 'date' ? 'days' : (metric?.unit ?? undefined)}
      onChange={onChange}
    />
  )
}

function OptionValue({
  label,
  rule: { value, operator },
  metric,
  onChange,
}: RuleValueProps & { metric: HealthMetric }) {
  const options = metric.options.map(({ id, displayName }) => ({ value: id, label: displayName }))
  if (operator === 'oneOf') {
    const chosen = Array.isArray(value) ? value : []
    return (
      <MultiCombobox
        aria-label={label}
        placeholder="Choose options"
        value={options.filter((option) => chosen.includes(option.value))}
        options={options}
        onChange={(next) => onChange(next.length > 0 ? next.map((option) => Number(option.value)) : null)}
      />
    )
  }
  return (
    <Select
      size="sm"
      aria-label={label}
      value={typeof value === 'number' ? value : null}
      options={options}
      onChange={onChange}
    />
  )
}

/** Numbers with commas between them. Anything else stays in the input, to be corrected. */
function NumberList({ label, rule: { value }, isInvalid, onChange }: RuleValueProps) {
  const [text, setText] = useState(() => (Array.isArray(value) ? value.join(', ') : ''))
  return (
    <Input
      size="sm"
      aria-label={label}
      placeholder="1, 2, 5"
      value={text}
      invalid={isInvalid && text !== ''}
      onChange={({ target }) => {
        setText(target.value)
        const parts = target.value.split(/[,;\s]+/).filter(Boolean)
        onChange(parts.length > 0 ? parts.map(Number) : null)
      }}
    />
  )
}
