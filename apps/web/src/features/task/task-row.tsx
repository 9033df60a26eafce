import type { KeyboardEvent } from 'react'
import { IconBookmarkFilled, IconMessage, IconRepeat } from '@tabler/icons-react'
import type { TaskPriority } from '@steward/contracts/plain/task'
import type { Task } from '@steward/contracts/task'
import { levelOf } from '@steward/contracts/level'
import { AppLink } from '../../components/app-link.tsx'
import { dayTimeText } from '../../components/time-text.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { formatDay } from '../../ui/day-text.ts'
import { isDone, isOverdue, priorityLabels, statusLabels } from './task-words.ts'
import type { TaskActs } from './use-task-acts.ts'

/** What of a task is set beside its title. */
export interface QuickEdit {
  task: Task
  what: 'due' | 'assignee'
  anchor: HTMLElement | null
}

interface TaskRowProps {
  task: Task
  /** The present day of the reader. */
  today: string
  isSelected: boolean
  acts: TaskActs
  onSelect: (extend: boolean) => void
  onOpen: () => void
  onEdit: (edit: QuickEdit) => void
}

/** Moves the focus from the title of a row to that of one beside it. */
function step(title: HTMLElement, by: -1 | 1): void {
  const titles = [...document.querySelectorAll<HTMLElement>('[data-task-title]')]
  titles[titles.indexOf(title) + by]?.focus()
}

/** Moves the focus away from a row that may leave the list. */
function leave(title: HTMLElement): void {
  step(title, 1)
  if (document.activeElement === title) step(title, -1)
}

/** Shift with a digit from 1 on sets the priority, the lowest first. */
const digits: Readonly<Record<string, TaskPriority>> = {
  Digit1: 'LOW',
  Digit2: 'NORMAL',
  Digit3: 'HIGH',
  Digit4: 'URGENT',
}

/** The act of a key on the title of a task; undefined if it has none. */
function actOfKey(
  event: KeyboardEvent<HTMLElement>,
  { task, acts, onSelect, onEdit }: Pick<TaskRowProps, 'task' | 'acts' | 'onSelect' | 'onEdit'>,
): (() => void) | undefined {
  if (event.metaKey || event.ctrlKey || event.altKey) return undefined
  const title = event.currentTarget
  const priority = event.shiftKey ? digits[event.code] : undefined
  if (priority) return acts.mayEdit ? () => void acts.prioritize(task, priority) : undefined
  const byKey: Readonly<Record<string, () => void>> = {
    ArrowDown: () => step(title, 1),
    ArrowUp: () => step(title, -1),
    ...(acts.mayEdit && {
      x: () => onSelect(false),
      s: () => void acts.start([task]),
      d: () => onEdit({ task, what: 'due', anchor: title }),
      a: () => onEdit({ task, what: 'assignee', anchor: title }),
      e: () => {
        leave(title)
        void acts.complete([task])
      },
    }),
  }
  return byKey[event.key]
}

/** A task of a list. With the focus on its title, single keys act on it. */
export function TaskRow({ task, today, isSelected, acts, onSelect, onOpen, onEdit }: TaskRowProps) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const run = actOfKey(event, { task, acts, onSelect, onEdit })
    if (!run) return
    event.preventDefault()
    run()
  }

  const isPressing = task.priority === 'HIGH' || task.priority === 'URGENT'
  return (
    <li
      aria-label={task.title}
      className={cx(
        'grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-1.5 hover:bg-hover md:grid-cols-[1.5rem_minmax(0,1fr)_6rem_9rem_7rem]',
        isSelected && 'bg-accent-soft',
      )}
    >
      {acts.mayEdit ? (
        <Checkbox
          aria-label={`Select ${task.title}`}
          checked={isSelected}
          onChange={(event) => onSelect((event.nativeEvent as MouseEvent).shiftKey)}
        />
      ) : (
        <span />
      )}
      <div className={cx('min-w-0', isPressing && 'max-md:row-span-2')}>
        <button
          type="button"
          data-task-title=""
          onClick={onOpen}
          onKeyDown={onKeyDown}
          className={cx(
            'block min-h-6 max-w-full truncate text-left text-body font-medium hover:underline',
            isDone(task) && 'text-3 line-through',
          )}
        >
          {task.title}
        </button>
        <Details task={task} />
      </div>
      <span
        className={
          isPressing ? 'max-md:col-start-3 max-md:row-start-2 max-md:justify-self-end' : 'max-md:hidden'
        }
      >
        {isPressing && (
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

/** The status where it says something, the record, and how far the checklist is. */
function Details({ task }: { task: Task }) {
  const { status, record, checklist, recurrence, bookmarked, commentCount } = task
  return (
    <p className="mt-1.5 flex min-w-0 gap-2 truncate text-label text-3">
      {bookmarked && (
        <span className="flex items-center">
          <IconBookmarkFilled aria-hidden className="size-3.5" />
          <span className="sr-only">Bookmarked</span>
        </span>
      )}
      {status !== 'OPEN' && <span>{statusLabels[status]}</span>}
      {record && (
        <AppLink
          to={paths.record(levelOf(record.level).plural, record.id)}
          className="truncate hover:underline"
        >
          {record.name}
        </AppLink>
      )}
      {recurrence && (
        <span className="flex items-center gap-1 truncate">
          <IconRepeat aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate max-sm:sr-only">Repeats {recurrence.text}</span>
        </span>
      )}
      {checklist.length > 0 && (
        <span className="tabular">
          {checklist.filter((item) => item.isDone).length} of {checklist.length} steps
        </span>
      )}
      {commentCount > 0 && (
        <span className="flex items-center gap-1 tabular">
          <IconMessage aria-hidden className="size-3.5" />
          <span aria-hidden>{commentCount}</span>
          <span className="sr-only">{commentCount === 1 ? '1 comment' : `${commentCount} comments`}</span>
        </span>
      )}
    </p>
  )
}

function DueText({ task, today }: { task: Task; today: string }) {
  const { dueDate, dueTime } = task
  if (dueDate === null) return <span className="text-label text-3">No date</span>
  const isLate = isOverdue(task, today)
  return (
    <span className={cx('tabular text-label', isLate ? 'font-medium text-poor' : 'text-2')}>
      {isLate && <span className="sr-only">Overdue, </span>}
      {dueDate === today ? 'Today' : formatDay(dueDate)}
      {dueTime && `, ${dayTimeText(dueTime)}`}
    </span>
  )
}
