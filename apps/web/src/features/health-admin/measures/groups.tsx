import { IconPlus, IconTrash } from '@tabler/icons-react'
import { healthLimits } from '@steward/contracts/health'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import type { GroupDraft, MeasuresPart } from '../model/draft-model.rules.ts'
import type { Problems } from '../model/problems.rules.ts'

type GroupsProps = { part: MeasuresPart; problems: Problems; onChange: (part: MeasuresPart) => void }

/** Groups weigh against each other, and the measures of one within it. */
export function Groups({ part, problems, onChange }: GroupsProps) {
  const { groups, measures } = part
  const change = (groupId: number, next: Partial<GroupDraft>) =>
    onChange({
      ...part,
      groups: groups.map((group) => (group.groupId === groupId ? { ...group, ...next } : group)),
    })

  function add() {
    const groupId = Math.max(0, ...groups.map((group) => group.groupId)) + 1
    onChange({ ...part, groups: [...groups, { groupId, name: '', weight: 1 }] })
  }

  function remove({ groupId }: GroupDraft) {
    onChange({
      ...part,
      groups: groups.filter((group) => group.groupId !== groupId),
      measures: measures.map((measure) =>
        measure.groupId === groupId ? { ...measure, groupId: null } : measure,
      ),
    })
  }

  return (
    <fieldset className="mt-3 min-w-0 border-t border-line pt-4">
      <legend className="hidden-text">Groups</legend>
      <div className="flex items-center justify-between gap-3">
        <div>
          <p className="font-medium" aria-hidden>
            Groups
          </p>
          <p className="text-label text-2">
            {groups.length === 0
              ? 'Group measures to weight them together.'
              : 'Each group has a weight. Measures without a group count together with weight 1.'}
          </p>
        </div>
        <Button
          size="sm"
          variant="ghost"
          icon={<IconPlus aria-hidden />}
          disabled={groups.length >= healthLimits.groups}
          onClick={add}
        >
          Add group
        </Button>
      </div>
      {groups.length > 0 && (
        <ul className="mt-3 flex flex-col gap-2">
          {groups.map((group) => (
            <li key={group.groupId} className="grid grid-cols-[minmax(0,1fr)_7rem_2rem] items-start gap-2">
              <Field hideLabel label="Name of the group" error={problems[`group.${group.groupId}.name`]}>
                <Input
                  placeholder="Relationship"
                  maxLength={100}
                  value={group.name}
                  onChange={(event) => change(group.groupId, { name: event.target.value })}
                />
              </Field>
              <Field
                hideLabel
                label={`Weight of ${group.name || 'the group'}`}
                error={problems[`group.${group.groupId}.weight`]}
              >
                <NumberField
                  value={group.weight}
                  min={0}
                  max={1000}
                  decimals={2}
                  prefix={<span className="text-label">Weight</span>}
                  onChange={(weight) => change(group.groupId, { weight })}
                />
              </Field>
              <IconButton
                label={`Delete ${group.name || 'the group'}`}
                icon={<IconTrash aria-hidden />}
                onClick={() => remove(group)}
              />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
