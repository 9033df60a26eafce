import { useQuery } from '@tanstack/react-query'
import { IconCheckbox } from '@tabler/icons-react'
import { taskPriorities, type TaskPriority } from '@steward/contracts/plain/task'
import { scenarioLimits } from '@steward/contracts/plain/scenario'
import type { CreateTaskSettings } from '@steward/contracts/scenario/settings'
import { plainTextOf } from '@steward/rich-text'
import { activityTypesQuery } from '../../../entities/activity/index.ts'
import { fullName } from '../../../entities/user/index.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { NodeKind, NodeWords, PanelProps } from './node-kind.ts'
import { counted } from './words.ts'

type Loose = Partial<CreateTaskSettings>
type Assignee = CreateTaskSettings['assignee']

const priorityWords: Readonly<Record<TaskPriority, string>> = {
  NONE: 'None',
  LOW: 'Low',
  NORMAL: 'Normal',
  HIGH: 'High',
  URGENT: 'Urgent',
}

const assigneeRules = [
  { value: 'primaryOwner', label: 'Primary owner' },
  { value: 'user', label: 'A person' },
  { value: 'nobody', label: 'No one' },
] as const

function AssigneeFields({ settings, words, fault, onChange }: PanelProps) {
  const { assignee = { rule: 'primaryOwner' } } = settings as Loose
  const people = words.lookups.users.map((user) => ({ value: user.userId, label: fullName(user) }))
  return (
    <>
      <Field label="Assignee" error={assignee.rule === 'user' ? undefined : fault('assignee')}>
        <Select<Assignee['rule']>
          value={assignee.rule}
          options={assigneeRules}
          onChange={(rule) =>
            rule && onChange({ assignee: rule === 'user' ? { rule, userId: 0 } : { rule } })
          }
        />
      </Field>
      {assignee.rule === 'user' && (
        <Field
          label="Person"
          required
          error={fault('assignee') && (assignee.userId ? fault('assignee') : 'Choose a person.')}
        >
          <Combobox
            value={people.find(({ value }) => value === assignee.userId) ?? null}
            options={people}
            onChange={(person) =>
              onChange({ assignee: { rule: 'user', userId: Number(person?.value ?? 0) } })
            }
          />
        </Field>
      )}
    </>
  )
}

function DetailFields({ settings, fault, onChange }: PanelProps) {
  const { description, activityTypeId = null, estimateMinutes = null, checklist = [] } = settings as Loose
  const { data: types = [] } = useQuery(activityTypesQuery)
  const options = types
    .filter((type) => type.isActive || type.activityTypeId === activityTypeId)
    .map((type) => ({ value: type.activityTypeId, label: type.displayName }))
  return (
    <>
      <Field label="Description" error={fault('description')}>
        <Textarea
          rows={3}
          value={plainTextOf(description ?? '')}
          onChange={({ target }) => onChange({ description: target.value || null })}
        />
      </Field>
      <Field label="Checklist" help="One item per line." error={fault('checklist')}>
        <Textarea
          rows={2}
          value={checklist.join('\n')}
          onChange={({ target }) =>
            onChange({ checklist: target.value === '' ? [] : target.value.split('\n') })
          }
        />
      </Field>
      <div className="flex gap-3">
        <Field label="Activity type" className="flex-1" error={fault('activityTypeId')}>
          <Select<number>
            value={activityTypeId}
            options={options}
            placeholder="None"
            clearable
            onChange={(next) => onChange({ activityTypeId: next })}
          />
        </Field>
        <Field label="Minutes" className="w-24" error={fault('estimateMinutes')}>
          <NumberField
            value={estimateMinutes}
            min={1}
            decimals={0}
            onChange={(next) => onChange({ estimateMinutes: next })}
          />
        </Field>
      </div>
    </>
  )
}

function TaskPanel(props: PanelProps) {
  const { settings, fault, onChange } = props
  const { title = '', priority = 'NORMAL', dueInDays = null } = settings as Loose
  return (
    <>
      <Field
        label="Title"
        required
        help="{{record.name}}, {{account.name}}, {{organization.name}} and {{owner.name}} are filled in."
        error={fault('title')}
      >
        <Input
          value={title}
          maxLength={scenarioLimits.title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </Field>
      <div className="flex gap-3">
        <Field label="Due in days" className="flex-1" error={fault('dueInDays')}>
          <NumberField
            value={dueInDays}
            min={0}
            decimals={0}
            placeholder="No due date"
            onChange={(next) => onChange({ dueInDays: next })}
          />
        </Field>
        <Field label="Priority" className="flex-1">
          <Select<TaskPriority>
            value={priority}
            options={taskPriorities.map((value) => ({ value, label: priorityWords[value] }))}
            onChange={(next) => next && onChange({ priority: next })}
          />
        </Field>
      </div>
      <AssigneeFields {...props} />
      <DetailFields {...props} />
    </>
  )
}

function assigneeText({ assignee }: Loose, { lookups }: NodeWords): string {
  if (assignee?.rule === 'nobody') return ''
  if (assignee?.rule === 'user') return assignee.userId > 0 ? ` for ${lookups.userName(assignee.userId)}` : ''
  return ' for the primary owner'
}

function dueText({ dueInDays = null }: Loose): string {
  if (dueInDays === null) return ''
  return dueInDays === 0 ? ', due the same day' : `, due in ${counted(dueInDays, 'day')}`
}

export const createTaskKind: NodeKind = {
  type: 'createTask',
  icon: IconCheckbox,
  purpose: 'Creates a task for each record',
  fresh: () => ({ title: '', dueInDays: 3 }),
  sentence(settings, words) {
    const loose = settings as Loose
    if (!loose.title?.trim()) return undefined
    return `Create “${loose.title.trim()}”${assigneeText(loose, words)}${dueText(loose)}`
  },
  Panel: TaskPanel,
}
