import { useState } from 'react'
import { IconFlag } from '@tabler/icons-react'
import { planLimits } from '@steward/contracts/plain/success-plan'
import type { Milestone } from '@steward/contracts/success-plan/item'
import { StoredTextView } from '../../../entities/rich-text/index.ts'
import { completionText } from '../../../entities/success-plan/index.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { formatDay } from '../../../ui/day-text.ts'
import { Input } from '../../../ui/input.tsx'
import { MenuItem } from '../../../ui/menu.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { ItemFrame, type ItemProps } from './item-frame.tsx'
import {
  completeMilestone,
  createMilestoneTask,
  setTaskCompleted,
  startMilestone,
  uncompleteMilestone,
} from '../success-plan.calls.ts'
import type { PlanActs } from '../use-plan-acts.ts'

const factsOf = ({ owner, startDate, dueDate }: Milestone): string =>
  [
    owner?.name ?? 'No owner',
    ...(startDate ? [`from ${formatDay(startDate)}`] : []),
    ...(dueDate ? [`due ${formatDay(dueDate)}`] : []),
  ].join(' · ')

/** A milestone with its tasks. */
export function MilestoneItem(props: ItemProps<Milestone>) {
  const { item, mayEdit, act } = props
  const { name, statusName, completedAt, completionPercent, tasks, description } = item
  return (
    <ItemFrame
      {...props}
      icon={<IconFlag aria-hidden />}
      badge={<Badge tone={completedAt ? 'good' : 'neutral'}>{statusName}</Badge>}
      facts={factsOf(item)}
      entries={<MilestoneEntries item={item} act={act} />}
    >
      {description && <StoredTextView text={description} />}
      {tasks.length > 0 && (
        <>
          <div className="flex items-center gap-3">
            <ProgressBar
              label={`Progress of ${name}`}
              value={completionPercent}
              tone={completedAt ? 'good' : 'accent'}
            />
            <span className="tabular shrink-0 text-label text-2">{completionText(completionPercent)}</span>
          </div>
          <ul aria-label={`Tasks of ${name}`} className="flex flex-col gap-1">
            {tasks.map((task) => (
              <TaskLine key={task.taskId} task={task} mayEdit={mayEdit} act={act} />
            ))}
          </ul>
        </>
      )}
      {mayEdit && !item.isArchived && (
        <div data-print="off">
          <AddTask item={item} act={act} />
        </div>
      )}
    </ItemFrame>
  )
}

function MilestoneEntries({ item, act }: { item: Milestone; act: PlanActs }) {
  const { successPlanId: id, itemId, name, completedAt, tasks, statusName } = item
  const hasOpen = tasks.some(({ status }) => status !== 'COMPLETED' && status !== 'ARCHIVED')
  if (completedAt) {
    return (
      <MenuItem onSelect={() => void act(`${name} reopened`, () => uncompleteMilestone(id, itemId))}>
        Reopen
      </MenuItem>
    )
  }
  return (
    <>
      <MenuItem onSelect={() => void act(`${name} completed`, () => completeMilestone(id, itemId, false))}>
        Complete
      </MenuItem>
      {hasOpen && (
        <MenuItem onSelect={() => void act(`${name} completed`, () => completeMilestone(id, itemId, true))}>
          Complete with its tasks
        </MenuItem>
      )}
      {statusName !== 'In progress' && (
        <MenuItem onSelect={() => void act(`${name} started`, () => startMilestone(id, itemId))}>
          Mark in progress
        </MenuItem>
      )}
    </>
  )
}

interface TaskLineProps {
  task: Milestone['tasks'][number]
  mayEdit: boolean
  act: PlanActs
}

function TaskLine({ task, mayEdit, act }: TaskLineProps) {
  const { taskId, title, status, dueDate, assignee } = task
  const isDone = status === 'COMPLETED'
  const toggle = (isCompleted: boolean) =>
    act(isCompleted ? `“${title}” completed` : `“${title}” reopened`, async () => ({
      changeSetId: await setTaskCompleted(taskId, isCompleted),
    }))
  return (
    <li className="flex items-center gap-2">
      <Checkbox
        checked={isDone}
        disabled={!mayEdit}
        aria-label={`Complete ${title}`}
        onCheckedChange={(isCompleted) => void toggle(isCompleted)}
      />
      <AppLink to={paths.task(taskId)} className="min-w-0 flex-1 truncate rounded-chip hover:underline">
        {title}
      </AppLink>
      <span className="shrink-0 text-label text-2">
        {[assignee?.name, dueDate && formatDay(dueDate)].filter(Boolean).join(' · ')}
      </span>
    </li>
  )
}

function AddTask({ item, act }: { item: Milestone; act: PlanActs }) {
  const [title, setTitle] = useState('')
  async function add() {
    if (title.trim() === '') return
    const added = await act('Task added', () => createMilestoneTask(item.successPlanId, item.itemId, title))
    if (added) setTitle('')
  }
  return (
    <Input
      size="sm"
      value={title}
      maxLength={planLimits.name}
      placeholder="Add a task, then press Enter"
      aria-label={`Add a task to ${item.name}`}
      onChange={(event) => setTitle(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void add()
      }}
    />
  )
}
