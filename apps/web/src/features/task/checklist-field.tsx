import { useRef } from 'react'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { taskLimits } from '@steward/contracts/plain/task'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import type { EditedStep } from './task-form.rules.ts'
import { usePeople } from './use-people.ts'

interface ChecklistFieldProps {
  steps: readonly EditedStep[]
  onChange: (steps: EditedStep[]) => void
  disabled: boolean
}

/** The steps of a task: checked off, written, assigned, dated, added and deleted. */
export function ChecklistField({ steps, onChange, disabled }: ChecklistFieldProps) {
  const added = useRef(0)
  const people = usePeople()
  const set = (key: string, change: Partial<EditedStep>) =>
    onChange(steps.map((item) => (item.key === key ? { ...item, ...change } : item)))

  function add() {
    added.current += 1
    const fresh = { key: `new-${added.current}`, text: '', isDone: false, assigneeId: null, dueDate: null }
    onChange([...steps, fresh])
  }

  return (
    <fieldset className="flex flex-col gap-2" disabled={disabled}>
      <legend className="mb-1.5 text-body font-medium text-1">Checklist</legend>
      {steps.map((item, at) => (
        <div
          key={item.key}
          className="grid grid-cols-[1rem_minmax(0,1fr)_2rem] items-center gap-x-3 gap-y-1.5"
        >
          <Checkbox
            aria-label={`Step ${at + 1} is done`}
            checked={item.isDone}
            onCheckedChange={(isDone) => set(item.key, { isDone })}
          />
          <Input
            aria-label={`Step ${at + 1}`}
            value={item.text}
            maxLength={taskLimits.checklistText}
            onChange={(event) => set(item.key, { text: event.target.value })}
            className="w-full"
          />
          {!disabled && (
            <IconButton
              label={`Delete step ${at + 1}`}
              icon={<IconTrash aria-hidden />}
              onClick={() => onChange(steps.filter(({ key }) => key !== item.key))}
            />
          )}
          <div className="col-start-2 grid grid-cols-2 gap-2">
            <Combobox
              aria-label={`Assignee of step ${at + 1}`}
              options={people}
              placeholder="Assignee"
              value={people.find(({ value }) => value === item.assigneeId) ?? null}
              disabled={disabled}
              onChange={(option) => set(item.key, { assigneeId: option && Number(option.value) })}
            />
            <DateField
              aria-label={`Due date of step ${at + 1}`}
              value={item.dueDate}
              disabled={disabled}
              onChange={(dueDate) => set(item.key, { dueDate })}
            />
          </div>
        </div>
      ))}
      {!disabled && steps.length < taskLimits.checklist && (
        <Button size="sm" className="self-start" icon={<IconPlus aria-hidden />} onClick={add}>
          Add step
        </Button>
      )}
    </fieldset>
  )
}
