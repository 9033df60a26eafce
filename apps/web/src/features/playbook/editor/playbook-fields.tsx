import { useQuery } from '@tanstack/react-query'
import { levelOf, levels, type LevelName } from '@steward/contracts/level'
import type { PlaybookEffect } from '@steward/contracts/playbook/template'
import { levelFieldsQuery } from '../../../entities/field/index.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { PlaybookForm } from './playbook-form.ts'

type PlaybookFieldsProps = {
  form: PlaybookForm
  faults: Readonly<Record<string, string>>
  isNew: boolean
  onChange: (change: Partial<PlaybookForm>) => void
}

/** The parts of a playbook besides its steps. */
export function PlaybookFields({ form, faults, isNew, onChange }: PlaybookFieldsProps) {
  return (
    <>
      <Field label="Name" required error={faults['name']}>
        <Input
          value={form.name}
          maxLength={120}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Field>
      <Field label="Description" error={faults['description']}>
        <Textarea
          rows={2}
          value={form.description}
          maxLength={2000}
          onChange={({ target }) => onChange({ description: target.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-4">
        <Field label="Level" error={faults['level']} className="w-48">
          <Select<LevelName>
            value={form.level}
            disabled={!isNew}
            options={levels.map(({ name, label }) => ({ value: name, label }))}
            onChange={(level) => level && onChange({ level })}
          />
        </Field>
        <Field label="Duration in days" error={faults['durationDays']} className="w-48">
          <NumberField
            value={form.durationDays}
            min={1}
            max={4000}
            decimals={0}
            onChange={(durationDays) => onChange({ durationDays })}
          />
        </Field>
      </div>
      <EffectFields form={form} faults={faults} onChange={onChange} />
    </>
  )
}

const measures = [
  { value: 'health', label: 'Health score' },
  { value: 'churn', label: 'Churn' },
  { value: 'field', label: 'A number field' },
] as const

/** The success measure of the playbook. */
function EffectFields({ form, faults, onChange }: Omit<PlaybookFieldsProps, 'isNew'>) {
  const { effect } = form
  const { data: fields = [] } = useQuery(levelFieldsQuery(levelOf(form.level)))
  const set = (change: Partial<PlaybookEffect>) => effect && onChange({ effect: { ...effect, ...change } })
  const numeric = fields.filter(({ dataType }) => dataType === 'number' || dataType === 'percentage')
  return (
    <div className="flex flex-col gap-3">
      <Checkbox
        label="Measure whether it works"
        description="Some records of the segment don't get the playbook, so that you can compare both groups later. Owners aren't notified."
        checked={effect !== null}
        onCheckedChange={(isOn) =>
          onChange({ effect: isOn ? { measure: 'health', field: null, days: 90, holdOutPercent: 20 } : null })
        }
      />
      {effect && (
        <div className="flex flex-wrap gap-4">
          <Field label="Measure" error={faults['effect.measure']} className="w-48">
            <Select<PlaybookEffect['measure']>
              value={effect.measure}
              options={measures}
              onChange={(measure) => measure && set({ measure, field: null })}
            />
          </Field>
          {effect.measure === 'field' && (
            <Field label="Field" error={faults['effect.field']} className="w-48">
              <Select<string>
                value={effect.field}
                options={numeric.map(({ name, displayName }) => ({ value: name, label: displayName }))}
                onChange={(field) => set({ field })}
              />
            </Field>
          )}
          <Field label="After days" error={faults['effect.days']} className="w-32">
            <NumberField
              value={effect.days}
              min={1}
              max={730}
              decimals={0}
              onChange={(days) => set({ days: days ?? 90 })}
            />
          </Field>
          <Field label="Held out, percent" error={faults['effect.holdOutPercent']} className="w-32">
            <NumberField
              value={effect.holdOutPercent}
              min={0}
              max={50}
              decimals={0}
              onChange={(share) => set({ holdOutPercent: share ?? 0 })}
            />
          </Field>
        </div>
      )}
    </div>
  )
}
