import { useQuery } from '@tanstack/react-query'
import { taskLimits, type TaskPriority, type TaskStatus } from '@steward/contracts/plain/task'
import { activityTypesQuery } from '../../entities/activity/index.ts'
import { fullName, usersQuery } from '../../entities/user/index.ts'
import { RichTextInput } from '../../entities/value/index.ts'
import { Combobox, MultiCombobox } from '../../ui/combobox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Select } from '../../ui/select.tsx'
import { ChecklistField } from './checklist-field.tsx'
import type { TaskForm } from './task-form.rules.ts'
import { optionsOf, priorityLabels, statusLabels } from './task-words.ts'

interface TaskFieldsProps {
  form: TaskForm
  faults: Readonly<Record<string, string>>
  disabled: boolean
  onChange: (form: TaskForm) => void
}

const statuses = optionsOf<TaskStatus>(statusLabels)
const priorities = optionsOf<TaskPriority>(priorityLabels)

/** All that a task can say. */
export function TaskFields({ form, faults, disabled, onChange }: TaskFieldsProps) {
  const { data: types = [] } = useQuery(activityTypesQuery)
  const set = (change: Partial<TaskForm>) => onChange({ ...form, ...change })
  const offered = types.filter((type) => type.isActive || type.activityTypeId === form.activityTypeId)
  return (
    <>
      <Field label="Title" required error={faults['title']}>
        <Input
          value={form.title}
          maxLength={taskLimits.title}
          disabled={disabled}
          onChange={(event) => set({ title: event.target.value })}
        />
      </Field>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Status">
          <Select
            value={form.status}
            options={statuses}
            disabled={disabled}
            onChange={(status) => status && set({ status })}
          />
        </Field>
        <Field label="Priority">
          <Select
            value={form.priority}
            options={priorities}
            disabled={disabled}
            onChange={(priority) => priority && set({ priority })}
          />
        </Field>
        <Field label="Due date" error={faults['dueDate']}>
          <DateField value={form.dueDate} disabled={disabled} onChange={(dueDate) => set({ dueDate })} />
        </Field>
        <Field label="Start date" error={faults['startDate']}>
          <DateField
            value={form.startDate}
            disabled={disabled}
            onChange={(startDate) => set({ startDate })}
          />
        </Field>
        <Field label="Activity type" error={faults['activityTypeId']}>
          <Select
            value={form.activityTypeId}
            clearable
            placeholder="None"
            disabled={disabled}
            options={offered.map((type) => ({ value: type.activityTypeId, label: type.displayName }))}
            onChange={(activityTypeId) => set({ activityTypeId })}
          />
        </Field>
        <Field label="Estimate">
          <NumberField
            value={form.estimateMinutes}
            min={1}
            max={taskLimits.estimateMinutes}
            suffix="min"
            disabled={disabled}
            onChange={(estimateMinutes) => set({ estimateMinutes })}
          />
        </Field>
      </div>
      <PeopleFields form={form} faults={faults} disabled={disabled} onChange={onChange} />
      <ChecklistField
        steps={form.checklist}
        disabled={disabled}
        onChange={(checklist) => set({ checklist })}
      />
      <Field label="Description" error={faults['description']}>
        <RichTextInput text={form.description} onChange={(description) => set({ description })} />
      </Field>
    </>
  )
}

function PeopleFields({ form, faults, disabled, onChange }: TaskFieldsProps) {
  const { data: users = [] } = useQuery(usersQuery)
  const set = (change: Partial<TaskForm>) => onChange({ ...form, ...change })
  const people = users.map((user) => ({
    value: user.userId,
    label: fullName(user),
    ...(user.disableMessage && { disabled: true, reason: user.disableMessage }),
  }))
  const chosen = people.find(({ value }) => value === form.assigneeId) ?? null
  return (
    <>
      <Field label="Assignee" error={faults['assigneeId']}>
        <Combobox
          options={people}
          placeholder={form.assigneeId === undefined ? 'You' : 'No one'}
          value={chosen}
          disabled={disabled}
          onChange={(option) => set({ assigneeId: option && Number(option.value) })}
        />
      </Field>
      <Field label="Watchers" error={faults['watcherIds']}>
        <MultiCombobox
          options={people}
          placeholder="Add someone"
          value={people.filter(({ value }) => form.watcherIds.includes(value))}
          disabled={disabled}
          onChange={(options) => set({ watcherIds: options.map(({ value }) => Number(value)) })}
        />
      </Field>
    </>
  )
}
