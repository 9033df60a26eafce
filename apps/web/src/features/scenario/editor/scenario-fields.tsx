import { levels, type LevelName } from '@steward/contracts/level'
import { scenarioLimits } from '@steward/contracts/plain/scenario'
import type { Reentry } from '@steward/contracts/scenario/scenario'
import type { ScenarioProblem } from '@steward/contracts/scenario/check'
import { timeZoneOptions } from '../../../components/time-zones.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { DraftForm } from './draft.rules.ts'

type ScenarioFieldsProps = {
  form: DraftForm
  /** Whether the level can still be chosen. */
  isNew: boolean
  problems: readonly ScenarioProblem[]
  /** Whether a missing name is shown as a fault. */
  asksName: boolean
  onNameLeft: () => void
  onChange: (change: Partial<DraftForm>) => void
}

const rules = [
  { value: 'once', label: 'Once' },
  { value: 'always', label: 'Every time' },
  { value: 'limited', label: 'A limited number of times' },
] as const

/** What holds for a scenario as a whole. */
export function ScenarioFields(props: ScenarioFieldsProps) {
  const { form, isNew, problems, asksName, onNameLeft, onChange } = props
  const fault = (path: string) => problems.find((one) => one.path === `formData.${path}`)?.message
  const { name, description, level, timeZone, actionsPerDay } = form
  const zones = timeZoneOptions(timeZone)
  return (
    <>
      <Field label="Name" required error={asksName ? fault('name') : undefined}>
        <Input
          value={name}
          maxLength={scenarioLimits.name}
          onBlur={onNameLeft}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Field>
      <Field label="Description" error={fault('description')}>
        <Textarea
          rows={2}
          value={description}
          maxLength={scenarioLimits.description}
          onChange={({ target }) => onChange({ description: target.value })}
        />
      </Field>
      <Field label="Records" help={isNew ? undefined : 'The level of a scenario cannot change.'}>
        <Select<LevelName>
          value={level}
          options={levels.map((one) => ({ value: one.name, label: `${one.label}s` }))}
          disabled={!isNew}
          onChange={(next) => next && onChange({ level: next })}
        />
      </Field>
      <ReentryFields reentry={form.reentry} fault={fault} onChange={(reentry) => onChange({ reentry })} />
      <Field label="Time zone" help="For waits, schedules and the daily limit." error={fault('timeZone')}>
        <Combobox
          value={zones.find(({ value }) => value === timeZone) ?? null}
          options={zones}
          onChange={(zone) => zone && onChange({ timeZone: String(zone.value) })}
        />
      </Field>
      <Field
        label="Actions per day"
        help="At this number the scenario pauses and notifies you."
        error={fault('actionsPerDay')}
      >
        <NumberField
          value={actionsPerDay}
          min={1}
          decimals={0}
          placeholder="No limit"
          onChange={(next) => onChange({ actionsPerDay: next })}
        />
      </Field>
    </>
  )
}

type ReentryFieldsProps = {
  reentry: Reentry
  fault: (path: string) => string | undefined
  onChange: (reentry: Reentry) => void
}

function ReentryFields({ reentry, fault, onChange }: ReentryFieldsProps) {
  const { rule, times, days, whileRunning } = reentry
  return (
    <>
      <Field label="A record may enter">
        <Select<Reentry['rule']>
          value={rule}
          options={rules}
          onChange={(next) =>
            next && onChange({ rule: next, whileRunning, ...(next === 'limited' && { times: 1, days: 30 }) })
          }
        />
      </Field>
      {rule === 'limited' && (
        <div className="flex gap-3">
          <Field label="Times" required className="flex-1" error={fault('reentry.times')}>
            <NumberField
              value={times ?? null}
              min={1}
              decimals={0}
              onChange={(next) => onChange({ ...reentry, times: next ?? undefined })}
            />
          </Field>
          <Field label="In days" required className="flex-1" error={fault('reentry.days')}>
            <NumberField
              value={days ?? null}
              min={1}
              decimals={0}
              onChange={(next) => onChange({ ...reentry, days: next ?? undefined })}
            />
          </Field>
        </div>
      )}
      {rule !== 'once' && (
        <Checkbox
          label="Also while it is still in the scenario"
          checked={whileRunning}
          onCheckedChange={(checked) => onChange({ ...reentry, whileRunning: checked })}
        />
      )}
    </>
  )
}
