import type { FieldValue } from '@steward/contracts/value'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { AttributeValue } from './attribute-value.tsx'
import type { NodeSettings, NodeWords, PanelProps } from './node-kind.ts'
import { counted, fieldName, fieldOf, ownFields, valueWords } from './words.ts'

/** The settings of an attribute change, as far as they are there. */
type Loose = {
  attribute?: string
  changeType?: 'any' | 'specific' | 'percentage'
  occurrence?: 'immediate' | 'previous'
  timespan?: number | null
  period?: 'day' | 'week' | 'month'
  from?: FieldValue | null
  to?: FieldValue | null
  deviationType?: 'increase' | 'decrease'
  value?: number | null
  precision?: 'at_least' | 'at_most' | 'exactly'
}

const changeTypes = [
  { value: 'any', label: 'Any change' },
  { value: 'specific', label: 'From one value to another' },
  { value: 'percentage', label: 'By a percentage' },
] as const

const occurrences = [
  { value: 'immediate', label: 'Immediate: compared with the value before' },
  { value: 'previous', label: 'Previous: compared with some time ago' },
] as const

const periods = [
  { value: 'day', label: 'days' },
  { value: 'week', label: 'weeks' },
  { value: 'month', label: 'months' },
] as const

const deviations = [
  { value: 'increase', label: 'Increase' },
  { value: 'decrease', label: 'Decrease' },
] as const

const precisions = [
  { value: 'at_least', label: 'At least' },
  { value: 'at_most', label: 'At most' },
  { value: 'exactly', label: 'Exactly' },
] as const

/** What each kind of change begins with, and what it does not have. */
const begun: Readonly<Record<NonNullable<Loose['changeType']>, Loose>> = {
  any: { occurrence: 'immediate' },
  specific: { from: null, to: null },
  percentage: { deviationType: 'decrease', precision: 'at_least' },
}
const none: NodeSettings = Object.fromEntries(
  ['occurrence', 'timespan', 'period', 'from', 'to', 'deviationType', 'value', 'precision'].map((key) => [
    key,
    undefined,
  ]),
)

/** When a scenario follows a change of an attribute. */
export function ChangeFields(props: PanelProps) {
  const { settings, words, fault, onChange } = props
  const { attribute, changeType } = settings as Loose
  const options = ownFields(words).map(({ name, displayName }) => ({ value: name, label: displayName }))
  return (
    <>
      <Field label="Attribute" required error={fault('attribute')}>
        <Combobox
          value={options.find(({ value }) => value === attribute) ?? null}
          options={options}
          placeholder="Choose a field"
          onChange={(next) =>
            onChange({
              attribute: next?.value,
              // Values of one field are none of another.
              ...(changeType === 'specific' && begun.specific),
            })
          }
        />
      </Field>
      <Field label="Change" required error={fault('changeType')}>
        <Select<NonNullable<Loose['changeType']>>
          value={changeType ?? null}
          options={changeTypes}
          onChange={(next) =>
            next && next !== changeType && onChange({ ...none, ...begun[next], changeType: next })
          }
        />
      </Field>
      {changeType === 'any' && <AnyFields {...props} />}
      {changeType === 'specific' && <SpecificFields {...props} />}
      {changeType === 'percentage' && <PercentageFields {...props} />}
    </>
  )
}

function AnyFields({ settings, fault, onChange }: PanelProps) {
  const { occurrence, timespan, period } = settings as Loose
  return (
    <>
      <Field label="Occurrence" required error={fault('occurrence')}>
        <Select<NonNullable<Loose['occurrence']>>
          value={occurrence ?? null}
          options={occurrences}
          onChange={(next) =>
            next &&
            onChange(
              next === 'previous'
                ? { occurrence: next, period: period ?? 'day' }
                : { occurrence: next, timespan: undefined, period: undefined },
            )
          }
        />
      </Field>
      {occurrence === 'previous' && (
        <div className="flex gap-3">
          <Field label="Timespan" required className="flex-1" error={fault('timespan')}>
            <NumberField
              value={timespan ?? null}
              min={1}
              decimals={0}
              onChange={(next) => onChange({ timespan: next ?? undefined })}
            />
          </Field>
          <Field label="Period" required className="flex-1" error={fault('period')}>
            <Select<NonNullable<Loose['period']>>
              value={period ?? null}
              options={periods}
              onChange={(next) => next && onChange({ period: next })}
            />
          </Field>
        </div>
      )}
    </>
  )
}

function SpecificFields({ settings, words, fault, onChange }: PanelProps) {
  const field = fieldOf(words, settings['attribute'])
  if (!field) return null
  return (['from', 'to'] as const).map((end) => (
    <AttributeValue
      key={`${end} ${field.name}`}
      label={end === 'from' ? 'From' : 'To'}
      field={field}
      value={(settings[end] ?? null) as FieldValue | null}
      lookups={words.lookups}
      error={fault(end)}
      placeholder="Nothing"
      onChange={(next) => onChange({ [end]: next })}
    />
  ))
}

function PercentageFields({ settings, fault, onChange }: PanelProps) {
  const { deviationType, value, precision } = settings as Loose
  return (
    <>
      <Field label="Deviation" required error={fault('deviationType')}>
        <Select<NonNullable<Loose['deviationType']>>
          value={deviationType ?? null}
          options={deviations}
          onChange={(next) => next && onChange({ deviationType: next })}
        />
      </Field>
      <div className="flex gap-3">
        <Field label="Precision" required className="flex-1" error={fault('precision')}>
          <Select<NonNullable<Loose['precision']>>
            value={precision ?? null}
            options={precisions}
            onChange={(next) => next && onChange({ precision: next })}
          />
        </Field>
        <Field label="Percentage" required className="flex-1" error={fault('value')}>
          <NumberField
            value={value ?? null}
            min={1}
            decimals={0}
            suffix="%"
            onChange={(next) => onChange({ value: next ?? undefined })}
          />
        </Field>
      </div>
    </>
  )
}

const precisionWords = { at_least: 'at least', at_most: 'at most', exactly: 'exactly' } as const

function detailText(loose: Loose, words: NodeWords): string | undefined {
  const { attribute, changeType, occurrence, timespan, period = 'day', from, to } = loose
  if (changeType === 'specific') {
    return `from ${valueWords(words, attribute, from)} to ${valueWords(words, attribute, to)}`
  }
  if (changeType === 'percentage') {
    const { deviationType, value, precision } = loose
    if (!deviationType || !value || !precision) return undefined
    return `${deviationType === 'increase' ? 'up' : 'down'} by ${precisionWords[precision]} ${value}%`
  }
  if (occurrence === 'immediate') return ''
  return timespan ? `compared with ${counted(timespan, period)} before` : undefined
}

export function changeText(settings: NodeSettings, words: NodeWords): string | undefined {
  const loose = settings as Loose
  const detail = detailText(loose, words)
  if (!loose.attribute || detail === undefined) return undefined
  const name = fieldName(words, loose.attribute)
  return loose.changeType === 'percentage'
    ? `When ${name} goes ${detail}`
    : `When ${name} changes ${detail}`.trim()
}
