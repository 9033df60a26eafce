import { useRef, type KeyboardEvent } from 'react'
import { IconMessage, IconRepeat } from '@tabler/icons-react'
import type { Task } from '@steward/contracts/task'
import { dayTimeText } from '../../../components/time-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatDay } from '../../../ui/day-text.ts'
import { isDone, isOverdue, priorityLabels } from '../task-words.ts'
import { useTaskDrag } from './task-drag.ts'

interface TaskCardProps {
  task: Task
  today: string
  movable: boolean
  /** What its keys do, for screen readers. */
  describedBy: string
  onOpen: () => void
  /** Keys of the view around it; true where it took one. */
  onKey: (event: KeyboardEvent<HTMLElement>) => boolean
}

/** A task on the board. */
export function TaskCard({ task, today, movable, describedBy, onOpen, onKey }: TaskCardProps) {
  const place = useRef<HTMLLIElement>(null)
  useTaskDrag(place, task, movable)
  return (
    <li
      ref={place}
      data-task={task.taskId}
      className={cx(
        'rounded-card border border-line bg-surface p-3 shadow-control',
        movable && 'cursor-grab active:cursor-grabbing',
      )}
    >
      <button
        type="button"
        data-task-card={task.taskId}
        aria-describedby={describedBy}
        onClick={onOpen}
        onKeyDown={(event) => onKey(event) && event.preventDefault()}
        className={cx(
          'block w-full text-left text-body font-medium break-words hover:underline',
          isDone(task) && 'text-3 line-through',
        )}
      >
        {task.title}
      </button>
      {task.record && <p className="truncate text-label text-3">{task.record.name}</p>}
      <Facts task={task} today={today} />
    </li>
  )
}

/** Priority, day, recurrence and assignee. */
function Facts({ task, today }: { task: Task; today: string }) {
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-label text-2">
      {(task.priority === 'HIGH' || task.priority === 'URGENT') && (
        <Badge tone={task.priority === 'URGENT' ? 'poor' : 'average'}>{priorityLabels[task.priority]}</Badge>
      )}
      <DueText task={task} today={today} />
      {task.recurrence && (
        <span className="flex items-center">
          <IconRepeat aria-hidden className="size-3.5" />
          <span className="sr-only">Repeats {task.recurrence.text}</span>
        </span>
      )}
      {task.commentCount > 0 && (
        <span className="flex items-center gap-1 tabular">
          <IconMessage aria-hidden className="size-3.5" />
          <span aria-hidden>{task.commentCount}</span>
          <span className="sr-only">
            {task.commentCount === 1 ? '1 comment' : `${task.commentCount} comments`}
          </span>
        </span>
      )}
      <span className="ml-auto max-w-32 truncate">{task.assignee?.name ?? 'No one'}</span>
    </div>
  )
}

function DueText({ task, today }: { task: Task; today: string }) {
  if (!task.dueDate) return null
  const isLate = isOverdue(task, today)
  return (
    <span className={cx('tabular', isLate && 'font-medium text-poor')}>
      {isLate && <span className="sr-only">Overdue, </span>}
      {task.dueDate === today ? 'Today' : formatDay(task.dueDate)}
      {task.dueTime && `, ${dayTimeText(task.dueTime)}`}
    </span>
  )
}
