import { useQuery } from '@tanstack/react-query'
import { levelOf } from '@steward/contracts/level'
import { taskPriorities, type TaskPriority } from '@steward/contracts/plain/task'
import type { PlaybookStep, StepOffset } from '@steward/contracts/playbook/template'
import { activityTypesQuery } from '../../../entities/activity/index.ts'
import { levelFieldsQuery } from '../../../entities/field/index.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { AssigneeFields } from './assignee-fields.tsx'
import { DescriptionField } from './description-field.tsx'
import { faultOfStep, type PlaybookForm } from './playbook-form.ts'
import { StepCondition } from './step-condition.tsx'

type Faults = Readonly<Record<string, string>>
type StepFieldsProps = {
  form: PlaybookForm
  at: number
  faults: Faults
  onChange: (step: PlaybookStep) => void
}

const priorityWords: Readonly<Record<TaskPriority, string>> = {
  NONE: 'None',
  LOW: 'Low',
  NORMAL: 'Normal',
  HIGH: 'High',
  URGENT: 'Urgent',
}

/** One step of a playbook. */
export function StepFields({ form, at, faults, onChange }: StepFieldsProps) {
  const step = form.steps[at] as PlaybookStep
  const set = (change: Partial<PlaybookStep>) => onChange({ ...step, ...change })
  const fault = (path: string) => faultOfStep(faults, at, path)
  return (
    <>
      <Field label="Title" required error={fault('title')}>
        <Input value={step.title} maxLength={255} onChange={({ target }) => set({ title: target.value })} />
      </Field>
      <TimeFields form={form} step={step} fault={fault} onChange={set} />
      <div className="flex flex-wrap gap-4">
        <AssigneeFields
          assignee={step.assignee}
          error={fault('assignee')}
          onChange={(assignee) => set({ assignee })}
        />
        <Field label="Priority" className="w-40">
          <Select<TaskPriority>
            value={step.priority}
            options={taskPriorities.map((value) => ({ value, label: priorityWords[value] }))}
            onChange={(priority) => priority && set({ priority })}
          />
        </Field>
        <ActivityTypeField step={step} error={fault('activityTypeId')} onChange={set} />
        <Field label="Minutes" className="w-32" error={fault('estimateMinutes')}>
          <NumberField
            value={step.estimateMinutes}
            min={1}
            decimals={0}
            onChange={(estimateMinutes) => set({ estimateMinutes })}
          />
        </Field>
      </div>
      <DescriptionField
        text={step.description}
        error={fault('description')}
        onChange={(description) => set({ description })}
      />
      <Field label="Checklist" help="One item per line." error={fault('checklist')}>
        <Textarea
          rows={2}
          value={step.checklist.join('\n')}
          onChange={({ target }) => set({ checklist: target.value === '' ? [] : target.value.split('\n') })}
        />
      </Field>
      <StepCondition
        level={levelOf(form.level)}
        step={step}
        error={fault('condition') ?? fault('conditionAt')}
        onChange={set}
      />
    </>
  )
}

type ActivityTypeFieldProps = {
  step: PlaybookStep
  error: string | undefined
  onChange: (change: Partial<PlaybookStep>) => void
}

/** The type of the activity that completing the step can log. */
function ActivityTypeField({ step, error, onChange }: ActivityTypeFieldProps) {
  const { data: types = [] } = useQuery(activityTypesQuery)
  const options = types
    .filter((type) => type.isActive || type.activityTypeId === step.activityTypeId)
    .map((type) => ({ value: type.activityTypeId, label: type.displayName }))
  return (
    <Field label="Activity type" error={error} className="w-44">
      <Select<number>
        value={step.activityTypeId}
        options={options}
        placeholder="None"
        clearable
        onChange={(activityTypeId) => onChange({ activityTypeId })}
      />
    </Field>
  )
}

type TimeFieldsProps = {
  form: PlaybookForm
  step: PlaybookStep
  fault: (path: string) => string | undefined
  onChange: (change: Partial<PlaybookStep>) => void
}

const anchors = [
  { value: 'start', label: 'the start' },
  { value: 'end', label: 'the end' },
  { value: 'step', label: 'another step' },
  { value: 'field', label: 'a date field' },
] as const

const units = [
  { value: 'business', label: 'business days' },
  { value: 'calendar', label: 'calendar days' },
] as const

const dayOffs = [
  { value: 'after', label: 'Next business day' },
  { value: 'before', label: 'Previous business day' },
  { value: 'keep', label: 'Keep the date' },
] as const

/** When a step is due. Days before are less than zero. */
function TimeFields({ form, step, fault, onChange }: TimeFieldsProps) {
  const { offset } = step
  const set = (change: Partial<StepOffset>) => onChange({ offset: { ...offset, ...change } })
  return (
    <div className="flex flex-wrap gap-4">
      <Field label="Days" className="w-24" error={fault('offset.days')}>
        <NumberField value={offset.days} decimals={0} onChange={(days) => set({ days: days ?? 0 })} />
      </Field>
      <Field label="Counted in" className="w-40">
        <Select<StepOffset['unit']>
          value={offset.unit}
          options={units}
          onChange={(unit) => unit && set({ unit })}
        />
      </Field>
      <Field label="From" className="w-40" error={fault('offset.from')}>
        <Select<StepOffset['from']>
          value={offset.from}
          options={anchors}
          onChange={(from) =>
            from &&
            onChange({
              offset: { from, days: offset.days, unit: offset.unit },
              ...(from !== 'step' && { conditionAt: 'apply' }),
            })
          }
        />
      </Field>
      <AnchorField form={form} step={step} fault={fault} onChange={set} />
      <Field label="On a day off" className="w-52">
        <Select<PlaybookStep['dayOff']>
          value={step.dayOff}
          options={dayOffs}
          onChange={(dayOff) => dayOff && onChange({ dayOff })}
        />
      </Field>
    </div>
  )
}

type AnchorFieldProps = Omit<TimeFieldsProps, 'onChange'> & {
  onChange: (change: Partial<StepOffset>) => void
}

function AnchorField({ form, step, fault, onChange }: AnchorFieldProps) {
  const { data: fields = [] } = useQuery(levelFieldsQuery(levelOf(form.level)))
  const { from, step: before, field } = step.offset
  if (from === 'step') {
    const others = form.steps.filter(({ key }) => key !== step.key)
    return (
      <Field label="Step" className="w-56" error={fault('offset.step')}>
        <Select<string>
          value={before ?? null}
          options={others.map(({ key, title }) => ({ value: key, label: title || 'New step' }))}
          onChange={(next) => next && onChange({ step: next })}
        />
      </Field>
    )
  }
  if (from !== 'field') return null
  const days = fields.filter(({ dataType }) => dataType === 'date')
  return (
    <Field label="Date field" className="w-56" error={fault('offset.field')}>
      <Select<string>
        value={field ?? null}
        options={days.map(({ name, displayName }) => ({ value: name, label: displayName }))}
        onChange={(next) => next && onChange({ field: next })}
      />
    </Field>
  )
}
