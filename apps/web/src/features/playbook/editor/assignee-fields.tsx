import { useQuery } from '@tanstack/react-query'
import { roles } from '@steward/contracts/plain/permission'
import type { AssigneeRule } from '@steward/contracts/playbook/template'
import { fullName, usersQuery } from '../../../entities/user/index.ts'
import { Combobox, MultiCombobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'

const rules = [
  { value: 'primaryOwner', label: 'Primary owner' },
  { value: 'secondaryOwner', label: 'Secondary owner' },
  { value: 'user', label: 'A person' },
  { value: 'leastLoaded', label: 'Least loaded of a group' },
  { value: 'roundRobin', label: 'A group, by turns' },
] as const

function ruleOf(rule: AssigneeRule['rule'], before: AssigneeRule): AssigneeRule {
  const userIds = 'userIds' in before ? before.userIds : []
  if (rule === 'primaryOwner') return { rule }
  if (rule === 'secondaryOwner') return { rule, roleId: null }
  return rule === 'user' ? { rule, userId: 0 } : { rule, userIds }
}

type AssigneeFieldsProps = {
  assignee: AssigneeRule
  error: string | undefined
  onChange: (assignee: AssigneeRule) => void
}

/** Whose a step is. */
export function AssigneeFields({ assignee, error, onChange }: AssigneeFieldsProps) {
  const { data = [] } = useQuery(usersQuery)
  const people = data.map((user) => ({ value: user.userId, label: fullName(user) }))
  const isGroup = assignee.rule === 'leastLoaded' || assignee.rule === 'roundRobin'
  return (
    <>
      <Field
        label="Assignee"
        className="w-56"
        error={isGroup || assignee.rule === 'user' ? undefined : error}
      >
        <Select<AssigneeRule['rule']>
          value={assignee.rule}
          options={rules}
          onChange={(rule) => rule && onChange(ruleOf(rule, assignee))}
        />
      </Field>
      {assignee.rule === 'secondaryOwner' && (
        <Field label="Role" className="w-40">
          <Select<number>
            clearable
            value={assignee.roleId}
            placeholder="Any role"
            options={roles.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(roleId) => onChange({ rule: 'secondaryOwner', roleId })}
          />
        </Field>
      )}
      {assignee.rule === 'user' && (
        <Field label="Person" className="w-56" error={error}>
          <Combobox
            value={people.find(({ value }) => value === assignee.userId) ?? null}
            options={people}
            onChange={(person) => onChange({ rule: 'user', userId: Number(person?.value ?? 0) })}
          />
        </Field>
      )}
      {isGroup && (
        <Field label="Group" className="min-w-56 flex-1" error={error}>
          <MultiCombobox
            value={people.filter(({ value }) => assignee.userIds.includes(value))}
            options={people}
            onChange={(chosen) =>
              onChange({ ...assignee, userIds: chosen.map(({ value }) => Number(value)) })
            }
          />
        </Field>
      )}
    </>
  )
}
