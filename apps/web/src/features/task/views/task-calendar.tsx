import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Task } from '@steward/contracts/task'
import type { TaskPage } from '@steward/contracts/task-list'
import { errorPanelProps } from '../../../api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { spanQuery, type TaskSubject, type TaskView } from '../task.calls.ts'
import { formatDay } from '../../../ui/day-text.ts'
import type { TaskActs } from '../use-task-acts.ts'
import { CalendarDay } from './calendar-day.tsx'
import {
  addDays,
  dayStep,
  daysOf,
  pageFrom,
  spanText,
  tasksByDay,
  weekdayText,
  type CalendarSpan,
} from './calendar.rules.ts'

interface TaskCalendarProps {
  view: TaskView
  subject: TaskSubject | null
  acts: TaskActs
  span: CalendarSpan
  on: string
  today: string
  onShow: (change: { span?: CalendarSpan; on?: string }) => void
  onOpen: (taskId: number) => void
}

/** Tasks on the days they are due. Dragging, and Alt with arrows, move one to another day. */
export function TaskCalendar({ view, subject, acts, span, on, today, onShow, onOpen }: TaskCalendarProps) {
  const root = useRef<HTMLDivElement>(null)
  const helpId = useId()
  const [said, say] = useState('')
  const days = daysOf(span, on)
  const [from, to] = [days[0] ?? on, days.at(-1) ?? on]
  const found = useQuery(spanQuery(view, subject, from, to))
  const byDay = tasksByDay(found.data?.data ?? [])

  async function move(task: Task, day: string) {
    if (!acts.mayEdit || task.dueDate === day) return
    await acts.reschedule([task], day)
    say(`“${task.title}” moved to ${formatDay(day)}.`)
    if (day < from || day > to) onShow({ on: day })
    requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>(`[data-task-card="${task.taskId}"]`)?.focus(),
    )
  }

  function onKey(event: KeyboardEvent<HTMLElement>, task: Task): boolean {
    const by = dayStep[event.key]
    if (!event.altKey || event.ctrlKey || event.metaKey || by === undefined || !task.dueDate) return false
    void move(task, addDays(task.dueDate, by))
    return true
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Head span={span} on={on} today={today} days={days} onShow={onShow} />
      {found.error && <ErrorPanel {...errorPanelProps(found.error)} onRetry={() => void found.refetch()} />}
      <Hidden page={found.data} />
      <div ref={root} className="min-h-0 flex-1 overflow-auto px-4 pb-4" aria-busy={found.isFetching}>
        <div aria-hidden className="hidden grid-cols-7 md:grid">
          {days.slice(0, 7).map((day) => (
            <span key={day} className="px-2 py-1 text-label font-medium text-3">
              {weekdayText(day)}
            </span>
          ))}
        </div>
        <ol
          aria-label={spanText(span, on, days)}
          className={cx(
            'grid border-line md:grid-cols-7 md:border-t md:border-l',
            found.isPlaceholderData && 'opacity-55',
          )}
        >
          {days.map((day) => (
            <CalendarDay
              key={day}
              day={day}
              today={today}
              tasks={byDay.get(day) ?? []}
              span={span}
              isOutside={span === 'month' && day.slice(0, 7) !== on.slice(0, 7)}
              movable={acts.mayEdit}
              helpId={helpId}
              onDrop={(task) => void move(task, day)}
              onOpen={onOpen}
              onKey={onKey}
              onWeek={() => onShow({ span: 'week', on: day })}
            />
          ))}
        </ol>
      </div>
      <p id={helpId} className="hidden-text">
        {acts.mayEdit
          ? 'Press Enter to open it, Alt with left or right to move it by a day, and Alt with up or down by a week.'
          : 'Press Enter to open it.'}
      </p>
      <p role="status" className="hidden-text">
        {said}
      </p>
    </div>
  )
}

type HeadProps = Pick<TaskCalendarProps, 'span' | 'on' | 'today' | 'onShow'> & { days: readonly string[] }

function Head({ span, on, today, days, onShow }: HeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-2">
      <IconButton
        label={`Previous ${span}`}
        icon={<IconChevronLeft aria-hidden />}
        onClick={() => onShow({ on: pageFrom(span, on, -1) })}
      />
      <IconButton
        label={`Next ${span}`}
        icon={<IconChevronRight aria-hidden />}
        onClick={() => onShow({ on: pageFrom(span, on, 1) })}
      />
      <h2 className="text-body font-semibold" aria-live="polite">
        {spanText(span, on, days)}
      </h2>
      <Button size="sm" onClick={() => onShow({ on: today })}>
        Today
      </Button>
      <Segmented
        label="Span"
        className="ml-auto"
        value={span}
        options={[
          { value: 'month', label: 'Month' },
          { value: 'week', label: 'Week' },
        ]}
        onChange={(next) => onShow({ span: next })}
      />
    </div>
  )
}

/** Says that not all tasks of the days are shown. */
function Hidden({ page }: { page: TaskPage | undefined }) {
  if (!page || page.itemCount === page.totalItemCount) return null
  return (
    <p role="status" className="px-4 pb-2 text-label text-2">
      {page.itemCount} of {page.totalItemCount} tasks are shown. Filter them to see the others.
    </p>
  )
}
