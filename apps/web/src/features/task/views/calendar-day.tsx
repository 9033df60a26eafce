import { useRef, type KeyboardEvent } from 'react'
import type { Task } from '@steward/contracts/task'
import { dayTimeText } from '../../../components/time-text.ts'
import { cx } from '../../../ui/cx.ts'
import { isDone, isOverdue } from '../task-words.ts'
import { dayText, type CalendarSpan } from './calendar.rules.ts'
import { useTaskDrag, useTaskDrop } from './task-drag.ts'

interface CalendarDayProps {
  day: string
  today: string
  tasks: readonly Task[]
  span: CalendarSpan
  isOutside: boolean
  movable: boolean
  helpId: string
  onDrop: (task: Task) => void
  onOpen: (taskId: number) => void
  onKey: (event: KeyboardEvent<HTMLElement>, task: Task) => boolean
  onWeek: () => void
}

/** Tasks of a day in a month; a week shows all. */
const mostInMonth = 4

/** A day with its tasks. On narrow screens, days without tasks are left out. */
export function CalendarDay({ day, today, tasks, span, onDrop, onWeek, ...rest }: CalendarDayProps) {
  const { isOutside, movable, helpId, onOpen, onKey } = rest
  const place = useRef<HTMLLIElement>(null)
  const isOver = useTaskDrop(place, movable, onDrop)
  const shown = span === 'week' ? tasks : tasks.slice(0, mostInMonth)
  const more = tasks.length - shown.length
  const isToday = day === today
  return (
    <li
      ref={place}
      aria-label={dayText(day)}
      aria-current={isToday ? 'date' : undefined}
      data-day={day}
      className={cx(
        'min-w-0 border-line p-1.5 max-md:border-b md:border-r md:border-b',
        span === 'week' ? 'md:min-h-96' : 'md:min-h-28',
        tasks.length === 0 && !isToday && 'max-md:hidden',
        isOutside && 'bg-sunken',
        isOver && 'bg-accent-soft',
      )}
    >
      <DayName day={day} isToday={isToday} />
      <ul className="flex flex-col gap-1">
        {shown.map((task) => (
          <DayTask
            key={task.taskId}
            task={task}
            today={today}
            movable={movable}
            helpId={helpId}
            onOpen={() => onOpen(task.taskId)}
            onKey={(event) => onKey(event, task)}
          />
        ))}
      </ul>
      {tasks.length === 0 && isToday && <p className="text-label text-3 md:hidden">Nothing is due.</p>}
      {more > 0 && (
        <button
          type="button"
          onClick={onWeek}
          className="mt-1 px-1 text-label text-accent-text hover:underline"
        >
          {more} more
        </button>
      )}
    </li>
  )
}

function DayName({ day, isToday }: { day: string; isToday: boolean }) {
  return (
    <p className="mb-1 text-label text-2">
      <span
        className={cx(
          'tabular hidden px-1 md:inline-block',
          isToday && 'rounded-chip bg-accent font-semibold text-white',
        )}
      >
        {Number(day.slice(8))}
      </span>
      <span className={cx('md:hidden', isToday && 'font-semibold text-accent-text')}>{dayText(day)}</span>
    </p>
  )
}

interface DayTaskProps {
  task: Task
  today: string
  movable: boolean
  helpId: string
  onOpen: () => void
  onKey: (event: KeyboardEvent<HTMLElement>) => boolean
}

function DayTask({ task, today, movable, helpId, onOpen, onKey }: DayTaskProps) {
  const place = useRef<HTMLLIElement>(null)
  useTaskDrag(place, task, movable)
  return (
    <li ref={place} data-task={task.taskId}>
      <button
        type="button"
        data-task-card={task.taskId}
        aria-describedby={helpId}
        onClick={onOpen}
        onKeyDown={(event) => onKey(event) && event.preventDefault()}
        className={cx(
          'block w-full truncate rounded-chip border border-line bg-surface px-1.5 py-0.5 text-left text-label hover:bg-hover',
          isDone(task) && 'text-3 line-through',
          isOverdue(task, today) && 'border-poor text-poor',
          movable && 'cursor-grab active:cursor-grabbing',
        )}
      >
        {isOverdue(task, today) && <span className="sr-only">Overdue, </span>}
        {task.dueTime && <span className="tabular">{dayTimeText(task.dueTime)} </span>}
        {task.title}
      </button>
    </li>
  )
}
