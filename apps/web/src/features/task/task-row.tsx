import type { KeyboardEvent } from 'react'
import { taskPriorities } from '@steward/contracts/plain/task'
import type { Task } from '@steward/contracts/task'
import { levelOf } from '@steward/contracts/level'
import { AppLink } from '../../components/app-link.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { formatDay } from '../../ui/day-text.ts'
import { priorityLabels, statusLabels } from './task-words.ts'
import type { TaskActs } from './use-task-acts.ts'

interface TaskRowProps {
  task: Task
  /** The present day of the reader. */
  today: string
  isSelected: boolean
  acts: TaskActs
  onSelect: (extend: boolean) => void
  onOpen: () => void
}

const isDone = ({ status }: Task): boolean => status === 'COMPLETED' || status === 'ARCHIVED'

/** Moves the focus to the row before or after one; false where there is none. */
function step(row: HTMLElement, by: -1 | 1): boolean {
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>('[data-task]') ?? [])]
  const next = rows[rows.indexOf(row) + by]
  next?.focus()
  return next !== undefined
}

/** Shift with a digit from 1 on sets the priority, the lowest first. */
const digits = ['Digit1', 'Digit2', 'Digit3', 'Digit4']

/** A task of a list. With the focus on it, single keys act on it. */
export function TaskRow({ task, today, isSelected, acts, onSelect, onOpen }: TaskRowProps) {
  const done = isDone(task)

  const byKey: Readonly<Record<string, () => void>> = {
    ArrowDown: () => undefined,
    ArrowUp: () => undefined,
    Enter: onOpen,
    ' ': onOpen,
    x: () => onSelect(false),
    ...(acts.mayEdit && {
      e: () => void acts.complete([task]),
      s: () => void acts.start([task]),
    }),
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return
    const priority = taskPriorities[digits.indexOf(event.code) + 1]
    if (event.shiftKey && priority && digits.includes(event.code) && acts.mayEdit) {
      event.preventDefault()
      void acts.prioritize(task, priority)
      return
    }
    const run = byKey[event.key]
    if (!run) return
    event.preventDefault()
    run()
    if (event.key === 'ArrowDown') step(event.currentTarget, 1)
    // The row may leave the list: the focus goes on to another.
    if (event.key === 'e' && !step(event.currentTarget, 1)) step(event.currentTarget, -1)
    if (event.key === 'ArrowUp') step(event.currentTarget, -1)
  }

  return (
    <li
      data-task={task.taskId}
      tabIndex={0}
      aria-label={task.title}
      onKeyDown={onKeyDown}
      className={cx(
        'grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-2 hover:bg-hover md:grid-cols-[1.5rem_minmax(0,1fr)_6rem_9rem_7rem]',
        isSelected && 'bg-accent-soft',
      )}
    >
      <Checkbox
        aria-label={`Select ${task.title}`}
        checked={isSelected}
        onChange={(event) => onSelect((event.nativeEvent as MouseEvent).shiftKey)}
      />
      <div className="min-w-0">
        <button
          type="button"
          onClick={onOpen}
          className={cx(
            'block max-w-full truncate text-left text-body font-medium hover:underline',
            done && 'text-3 line-through',
          )}
        >
          {task.title}
        </button>
        <p className="flex min-w-0 gap-2 truncate text-label text-3">
          {task.status !== 'OPEN' && <span>{statusLabels[task.status]}</span>}
          {task.record && (
            <AppLink
              to={paths.record(levelOf(task.record.level).plural, task.record.id)}
              className="truncate hover:underline"
            >
              {task.record.name}
            </AppLink>
          )}
          {task.checklist.length > 0 && (
            <span className="tabular">
              {task.checklist.filter((item) => item.isDone).length} of {task.checklist.length} steps
            </span>
          )}
        </p>
      </div>
      <span className="hidden md:block">
        {(task.priority === 'HIGH' || task.priority === 'URGENT') && (
          <Badge tone={task.priority === 'URGENT' ? 'poor' : 'average'}>
            {priorityLabels[task.priority]}
          </Badge>
        )}
      </span>
      <span className="hidden truncate text-label text-2 md:block">{task.assignee?.name ?? 'No one'}</span>
      <DueText task={task} today={today} />
    </li>
  )
}

function DueText({ task, today }: { task: Task; today: string }) {
  const { dueDate } = task
  if (dueDate === null) return <span className="text-label text-3">No date</span>
  const isOverdue = !isDone(task) && dueDate < today
  return (
    <span className={cx('tabular text-label', isOverdue ? 'font-medium text-poor' : 'text-2')}>
      {isOverdue && <span className="sr-only">Overdue, </span>}
      {dueDate === today ? 'Today' : formatDay(dueDate)}
    </span>
  )
}
