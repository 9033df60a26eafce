import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Task } from '@steward/contracts/task'
import { taskLimits, type TaskPriority, type TaskStatus } from '@steward/contracts/plain/task'
import { activityTypesQuery } from '../../entities/activity/index.ts'
import { AttachFiles, FileChips } from '../../entities/file/index.ts'
import { RichTextInput } from '../../entities/value/index.ts'
import { Combobox, MultiCombobox } from '../../ui/combobox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { readerDay } from '../../ui/day-text.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Select } from '../../ui/select.tsx'
import { ChecklistField } from './checklist-field.tsx'
import { RecurrenceField } from './recurrence/recurrence-field.tsx'
import type { TaskForm } from './task-form.rules.ts'
import { usePeople } from './use-people.ts'
import { isDone, optionsOf, priorityLabels, statusLabels } from './task-words.ts'

interface TaskFieldsProps {
  form: TaskForm
  faults: Readonly<Record<string, string>>
  disabled: boolean
  /** As it is stored; null for a new one. */
  task: Task | null
  /** How many files are on their way. */
  onPending: (count: number) => void
  onChange: (form: TaskForm) => void
}

const statuses = optionsOf<TaskStatus>(statusLabels)
const priorities = optionsOf<TaskPriority>(priorityLabels)

/** All that a task can say. */
export function TaskFields({ form, faults, disabled, task, onPending, onChange }: TaskFieldsProps) {
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
          <DateField
            value={form.dueDate}
            disabled={disabled}
            onChange={(dueDate) => set(dueDate ? { dueDate } : { dueDate, dueTime: null })}
          />
        </Field>
        <Field label="Due time" error={faults['dueTime']}>
          <Input
            type="time"
            value={form.dueTime ?? ''}
            disabled={disabled || form.dueDate === null}
            onChange={({ target }) => set({ dueTime: target.value || null })}
          />
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
      <RepeatField form={form} faults={faults} disabled={disabled} task={task} onChange={onChange} />
      <PeopleFields form={form} faults={faults} disabled={disabled} onChange={onChange} />
      <ChecklistField
        steps={form.checklist}
        disabled={disabled}
        onChange={(checklist) => set({ checklist })}
      />
      <Field label="Description" error={faults['description']}>
        <RichTextInput text={form.description} onChange={(description) => set({ description })} />
      </Field>
      {disabled ? (
        <FileChips files={form.files} />
      ) : (
        <AttachFiles
          value={form.files}
          onChange={(files) => set({ files: [...files] })}
          onPending={onPending}
        />
      )}
      {faults['fileIds'] && (
        <p role="alert" className="text-label text-poor">
          {faults['fileIds']}
        </p>
      )}
    </>
  )
}

type RepeatFieldProps = Omit<TaskFieldsProps, 'onPending'>

/** How a task repeats. Steps of a playbook, and tasks that are done, don't. */
function RepeatField({ form, faults, disabled, task, onChange }: RepeatFieldProps) {
  if (task && (task.taskType !== 'normal' || isDone(task))) return null
  // The preview is for those who may change the rule.
  if (disabled) return task?.recurrence && <p className="text-2">Repeats {task.recurrence.text}.</p>
  return <RepeatChoice form={form} faults={faults} task={task} onChange={onChange} />
}

function RepeatChoice({ form, faults, task, onChange }: Omit<RepeatFieldProps, 'disabled'>) {
  const [today] = useState(() => readerDay(new Date()))
  const day = form.dueDate ?? today
  const missed = task?.recurrence?.missed ?? 0
  return (
    <div>
      <RecurrenceField
        value={form.recurrence}
        day={day}
        assigneeId={form.assigneeId}
        error={faults['recurrence']}
        // A series begins on a day.
        onChange={(recurrence) => onChange({ ...form, recurrence, ...(recurrence && { dueDate: day }) })}
      />
      {missed > 0 && (
        <p className="mt-1 text-label text-2">
          {missed === 1 ? 'One date has' : `${missed} dates have`} passed since this was due first. It moved
          to the present one.
        </p>
      )}
    </div>
  )
}

function PeopleFields({ form, faults, disabled, onChange }: Omit<TaskFieldsProps, 'task' | 'onPending'>) {
  const people = usePeople()
  const set = (change: Partial<TaskForm>) => onChange({ ...form, ...change })
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
