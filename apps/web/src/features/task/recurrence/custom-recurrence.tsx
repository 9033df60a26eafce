import { recurrenceLimits, type DayOffRule, type RecurrenceMode } from '@steward/contracts/plain/recurrence'
import type { RecurrenceForm } from '@steward/contracts/recurrence'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import {
  monthlyWays,
  readRule,
  ruleOf,
  weekdayNames,
  weekdays,
  withinText,
  yearDayParts,
  yearDayText,
  type EditedRule,
  type Frequency,
} from './recurrence.rules.ts'

interface CustomRecurrenceProps {
  value: RecurrenceForm
  day: string
  onChange: (value: RecurrenceForm) => void
}

const units: readonly { value: Frequency; label: string }[] = [
  { value: 'DAILY', label: 'days' },
  { value: 'WEEKLY', label: 'weeks' },
  { value: 'MONTHLY', label: 'months' },
  { value: 'YEARLY', label: 'years' },
]

const modes: readonly { value: RecurrenceMode; label: string }[] = [
  { value: 'calendar', label: 'The last due date' },
  { value: 'completion', label: 'The day of completion' },
]

const dayOffs: readonly { value: DayOffRule; label: string }[] = [
  { value: 'keep', label: 'Keep the date' },
  { value: 'after', label: 'Next business day' },
  { value: 'before', label: 'Previous business day' },
]

/** A rule of one's own. */
export function CustomRecurrence({ value, day, onChange }: CustomRecurrenceProps) {
  const rule = readRule(value.rule)
  const set = (change: Partial<EditedRule>) => onChange({ ...value, rule: ruleOf({ ...rule, ...change }) })
  return (
    <div
      className="flex flex-col gap-3 rounded-control border border-line p-3"
      role="group"
      aria-label="Custom rule"
    >
      <div className="grid grid-cols-2 gap-3">
        <Field label="Every">
          <NumberField
            value={rule.interval}
            min={1}
            max={recurrenceLimits.interval}
            decimals={0}
            onChange={(interval) => interval !== null && interval >= 1 && set({ interval })}
          />
        </Field>
        <Field label="Unit">
          <Select
            value={rule.frequency}
            options={units}
            onChange={(frequency) => frequency && set(startOf(frequency, day))}
          />
        </Field>
      </div>
      <WithinField rule={rule} day={day} onChange={set} />
      <div className="grid grid-cols-2 gap-3">
        <Field label="Counted from">
          <Select
            value={value.mode}
            options={modes}
            onChange={(mode) => mode && onChange({ ...value, mode })}
          />
        </Field>
        <Field label="On a day off">
          <Select
            value={value.dayOff}
            options={dayOffs}
            onChange={(dayOff) => dayOff && onChange({ ...value, dayOff })}
          />
        </Field>
      </div>
      <EndFields rule={rule} onChange={set} />
    </div>
  )
}

/** What a rule begins with when its unit changes. */
function startOf(frequency: Frequency, day: string): Partial<EditedRule> {
  const within = {
    DAILY: '',
    WEEKLY: '',
    MONTHLY: monthlyWays(day)[0]?.value ?? '',
    YEARLY: yearDayParts(day),
  }
  return { frequency, within: within[frequency], days: [] }
}

interface PartProps {
  rule: EditedRule
  onChange: (change: Partial<EditedRule>) => void
}

/** On which days of its week, month or year a rule falls. */
function WithinField({ rule, day, onChange }: PartProps & { day: string }) {
  const { frequency, days, within } = rule
  if (frequency === 'WEEKLY') {
    return (
      <fieldset className="flex flex-wrap gap-x-4 gap-y-2">
        <legend className="mb-1.5 text-body font-medium text-1">On</legend>
        {weekdays.map((weekday) => (
          <Checkbox
            key={weekday}
            label={weekdayNames[weekday]}
            checked={days.includes(weekday)}
            onCheckedChange={(isOn) =>
              onChange({ days: isOn ? [...days, weekday] : days.filter((one) => one !== weekday) })
            }
          />
        ))}
      </fieldset>
    )
  }
  if (frequency === 'DAILY') return null
  const ways =
    frequency === 'MONTHLY'
      ? monthlyWays(day)
      : [{ value: yearDayParts(day), label: `on ${yearDayText(day)}` }]
  const isKnown = ways.some(({ value }) => value === within)
  return (
    <Field label="Day">
      <Select
        value={within}
        options={isKnown ? ways : [...ways, { value: within, label: withinText(within) }]}
        onChange={(chosen) => chosen !== null && onChange({ within: chosen })}
      />
    </Field>
  )
}

type End = 'never' | 'until' | 'count'

const ends: readonly { value: End; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'until', label: 'On a date' },
  { value: 'count', label: 'After a number of tasks' },
]

const usualCount = 10

function endOf({ count, until }: EditedRule): End {
  if (count !== null) return 'count'
  return until === null ? 'never' : 'until'
}

/** When a series ends: a date begins a year from now. */
function EndFields({ rule, onChange }: PartProps) {
  const end = endOf(rule)
  function choose(next: End | null) {
    const until = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
    onChange({
      count: next === 'count' ? (rule.count ?? usualCount) : null,
      until: next === 'until' ? (rule.until ?? until) : null,
    })
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label="Ends">
        <Select value={end} options={ends} onChange={choose} />
      </Field>
      {end === 'until' && (
        <Field label="Last day">
          <DateField value={rule.until} onChange={(until) => until && onChange({ until })} />
        </Field>
      )}
      {end === 'count' && (
        <Field label="Number of tasks">
          <NumberField
            value={rule.count}
            min={2}
            max={recurrenceLimits.count}
            decimals={0}
            onChange={(count) => count !== null && count >= 2 && onChange({ count })}
          />
        </Field>
      )}
    </div>
  )
}
