import type { ShownPlan } from '@steward/contracts/success-plan/share'
import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { itemName } from '../item/item-frame.tsx'

interface ShareTicksProps {
  plan: SuccessPlanDetail
  shown: ShownPlan
  onChange: (shown: ShownPlan) => void
}

const parts = [
  ['description', 'Goal'],
  ['dates', 'Start and due date'],
  ['status', 'Status and progress'],
] as const

const toggled = (ids: readonly number[], id: number, isIn: boolean): number[] =>
  isIn ? [...ids, id] : ids.filter((one) => one !== id)

/** What the page of a link shows: only what is ticked. */
export function ShareTicks({ plan, shown, onChange }: ShareTicksProps) {
  const items = plan.items.filter(({ isArchived }) => !isArchived)
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-label font-medium">The page shows the name of the plan and</legend>
      {parts.map(([part, label]) => (
        <Checkbox
          key={part}
          label={label}
          checked={shown[part]}
          onCheckedChange={(isIn) => onChange({ ...shown, [part]: isIn })}
        />
      ))}
      {items.map((item) => {
        const isIn = shown.itemIds.includes(item.itemId)
        const tasks = item.kind === 'MILESTONE' && isIn ? item.tasks : []
        return (
          <div key={item.itemId} className="flex flex-col gap-2">
            <Checkbox
              label={itemName(item)}
              checked={isIn}
              onCheckedChange={(next) =>
                onChange({
                  ...shown,
                  itemIds: toggled(shown.itemIds, item.itemId, next),
                  taskIds: next ? shown.taskIds : withoutTasksOf(item, shown.taskIds),
                })
              }
            />
            {tasks.map(({ taskId, title }) => (
              <div key={taskId} className="pl-6">
                <Checkbox
                  label={title}
                  checked={shown.taskIds.includes(taskId)}
                  onCheckedChange={(next) =>
                    onChange({ ...shown, taskIds: toggled(shown.taskIds, taskId, next) })
                  }
                />
              </div>
            ))}
          </div>
        )
      })}
    </fieldset>
  )
}

const withoutTasksOf = (item: SuccessPlanDetail['items'][number], taskIds: readonly number[]): number[] =>
  item.kind === 'MILESTONE' ? taskIds.filter((id) => !item.taskIds.includes(id)) : [...taskIds]
