import { useId } from 'react'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { planLimits } from '@steward/contracts/plain/success-plan'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Input } from '../../../../ui/input.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import type { PartProps } from './name-fields.tsx'
import type { ItemForm } from './template-form.ts'

type Milestone = Extract<ItemForm, { kind: 'MILESTONE' }>

/** The tasks of a milestone. */
export function MilestoneFields({ item, faultOf, onChange }: PartProps<Milestone>) {
  const id = useId()
  const { tasks } = item
  const put = (next: Milestone['tasks']) => onChange({ ...item, tasks: next })
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h4 id={id} className="text-label font-medium">
        Tasks
      </h4>
      <ul className="flex flex-col gap-2">
        {tasks.map((task, at) => {
          const set = (change: Partial<typeof task>) =>
            put(tasks.map((one, nth) => (nth === at ? { ...one, ...change } : one)))
          return (
            // oxlint-disable-next-line react/no-array-index-key -- tasks have no ids yet, are only added at the end, and their fields are controlled
            <li key={at} className="flex items-start gap-2">
              <Field
                label={`Task ${at + 1}`}
                hideLabel
                error={faultOf(`tasks.${at}.title`)}
                className="min-w-0 flex-1"
              >
                <Input
                  value={task.title}
                  placeholder="What is to be done"
                  maxLength={planLimits.name}
                  onChange={(event) => set({ title: event.target.value })}
                />
              </Field>
              <Field
                label={`Task ${at + 1} is due on day`}
                hideLabel
                error={faultOf(`tasks.${at}.dueDay`)}
                className="w-28"
              >
                <NumberField
                  decimals={0}
                  min={0}
                  prefix="day"
                  value={task.dueDay}
                  onChange={(dueDay) => set({ dueDay })}
                />
              </Field>
              <IconButton
                label={`Remove task ${at + 1}`}
                icon={<IconTrash aria-hidden />}
                onClick={() => put(tasks.filter((_, nth) => nth !== at))}
              />
            </li>
          )
        })}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button
          size="sm"
          icon={<IconPlus aria-hidden />}
          onClick={() => put([...tasks, { title: '', dueDay: null }])}
        >
          Add task
        </Button>
        <Switch
          label="Complete it when all of its tasks are completed"
          checked={item.completesWithTasks}
          onCheckedChange={(completesWithTasks) => onChange({ ...item, completesWithTasks })}
        />
      </div>
    </section>
  )
}
