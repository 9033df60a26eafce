import { Suspense, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { TaskStatus } from '@steward/contracts/plain/task'
import type { Task } from '@steward/contracts/task'
import type { TaskPage } from '@steward/contracts/task-list'
import { errorPanelProps } from '../../../api/error-text.ts'
import { singleKeysOn } from '../../../components/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { columnQuery, type TaskSubject, type TaskView } from '../task.calls.ts'
import { statusLabels } from '../task-words.ts'
import type { TaskActs } from '../use-task-acts.ts'
import { columnBeside, columnsOf, placeAfter } from './board.rules.ts'
import { TaskCard } from './task-card.tsx'
import { useTaskDrop } from './task-drag.ts'

const StatusMenu = lazyPart(() => import('./status-menu.tsx'), 'StatusMenu')

interface TaskBoardProps {
  view: TaskView
  subject: TaskSubject | null
  acts: TaskActs
  onOpen: (taskId: number) => void
}

/** The cards on the screen, column by column. */
const cardsIn = (root: HTMLElement | null): HTMLElement[][] =>
  [...(root?.querySelectorAll('[data-status-column]') ?? [])].map((column) => [
    ...column.querySelectorAll<HTMLElement>('[data-task-card]'),
  ])

/** Moves the focus to the card that an arrow key leads to; false where there is none. */
function step(root: HTMLElement | null, from: HTMLElement, key: string): boolean {
  const cards = cardsIn(root)
  const column = cards.findIndex((some) => some.includes(from))
  const row = cards[column]?.indexOf(from) ?? -1
  const counts = cards.map(({ length }) => length)
  const to = placeAfter(counts, { column, row }, key)
  if (!to) return false
  cards[to.column]?.[to.row]?.focus()
  return true
}

/** Tasks in columns by their status. Dragging, Alt with arrows and M move one to another column. */
export function TaskBoard({ view, subject, acts, onOpen }: TaskBoardProps) {
  const root = useRef<HTMLDivElement>(null)
  const helpId = useId()
  const [menu, setMenu] = useState<{ task: Task; anchor: Element | null } | null>(null)
  const [said, say] = useState('')
  const place = useRef<HTMLElement>(null)
  const columns = columnsOf(view.showsArchived)

  async function move(task: Task, status: TaskStatus | undefined) {
    if (!acts.mayEdit || !status || status === task.status) return
    await acts.setStatus(task, status)
    say(`“${task.title}” moved to ${statusLabels[status]}.`)
    // The card is another element in another column.
    requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>(`[data-task-card="${task.taskId}"]`)?.focus(),
    )
  }

  function onKey(event: KeyboardEvent<HTMLElement>, task: Task): boolean {
    const { key, altKey, ctrlKey, metaKey, currentTarget } = event
    if (ctrlKey || metaKey) return false
    if (altKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      void move(task, columnBeside(columns, task.status, key === 'ArrowLeft' ? -1 : 1))
      return true
    }
    if (key === 'm' && acts.mayEdit && singleKeysOn()) {
      place.current = currentTarget
      setMenu({ task, anchor: currentTarget })
      return true
    }
    return !altKey && step(root.current, currentTarget, key)
  }

  return (
    <>
      <div
        ref={root}
        role="group"
        aria-label="Board by status"
        className="flex min-h-0 flex-1 gap-3 overflow-x-auto overscroll-x-contain p-4 max-md:snap-x max-md:snap-mandatory max-md:scroll-px-4"
      >
        {columns.map((status) => (
          <StatusColumn
            key={status}
            status={status}
            view={view}
            subject={subject}
            movable={acts.mayEdit}
            helpId={helpId}
            onDrop={(task) => void move(task, status)}
            onOpen={onOpen}
            onKey={onKey}
          />
        ))}
      </div>
      <p id={helpId} className="hidden-text">
        Use the arrow keys to move between cards, and Enter to open one.
        {acts.mayEdit && ' Press M to move it to another column, or Alt with left or right for the next one.'}
      </p>
      <p role="status" className="hidden-text">
        {said}
      </p>
      <Suspense>
        {menu && (
          <StatusMenu
            anchor={menu.anchor}
            columns={columns}
            at={menu.task.status}
            finalFocus={place}
            onMove={(status) => void move(menu.task, status)}
            onClose={() => setMenu({ ...menu, anchor: null })}
          />
        )}
      </Suspense>
    </>
  )
}

interface StatusColumnProps {
  status: TaskStatus
  view: TaskView
  subject: TaskSubject | null
  movable: boolean
  helpId: string
  onDrop: (task: Task) => void
  onOpen: (taskId: number) => void
  onKey: (event: KeyboardEvent<HTMLElement>, task: Task) => boolean
}

function StatusColumn({ status, view, subject, movable, helpId, onDrop, onOpen, onKey }: StatusColumnProps) {
  const place = useRef<HTMLElement>(null)
  const headingId = useId()
  const isOver = useTaskDrop(place, movable, onDrop)
  const list = useInfiniteQuery(columnQuery(view, subject, status))
  const first = list.data?.pages[0]
  return (
    <section
      ref={place}
      aria-labelledby={headingId}
      data-status-column={status}
      className={cx(
        'flex w-70 shrink-0 snap-start flex-col rounded-board border bg-sunken max-md:w-[calc(100vw-3.5rem)]',
        isOver ? 'border-accent-text bg-accent-soft' : 'border-line',
      )}
    >
      <h2 id={headingId} className="flex items-center gap-2 px-3 py-2 text-body font-semibold">
        {statusLabels[status]}
        {first && <span className="tabular font-normal text-2">{first.totalItemCount}</span>}
      </h2>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain px-2 pt-0.5 pb-2">
        <Cards
          list={list}
          headingId={headingId}
          movable={movable}
          helpId={helpId}
          onOpen={onOpen}
          onKey={onKey}
        />
        {list.hasNextPage && (
          <Button
            size="sm"
            className="mt-2"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
    </section>
  )
}

interface CardsProps extends Pick<StatusColumnProps, 'movable' | 'helpId' | 'onOpen' | 'onKey'> {
  list: UseInfiniteQueryResult<InfiniteData<TaskPage>>
  headingId: string
}

/** The cards of a column; before that, that they are on their way, or why they do not come. */
function Cards({ list, headingId, movable, helpId, onOpen, onKey }: CardsProps) {
  if (!list.data) {
    if (!list.error) return <Skeleton className="h-20 w-full" />
    return <ErrorPanel {...errorPanelProps(list.error)} onRetry={() => void list.refetch()} />
  }
  const tasks = list.data.pages.flatMap(({ data }) => data)
  if (tasks.length === 0) {
    return (
      <p className="flex h-20 items-center justify-center rounded-card border border-dashed border-edge text-label text-2">
        {movable ? 'Drop tasks here' : 'No tasks'}
      </p>
    )
  }
  const today = list.data.pages[0]?.today ?? ''
  return (
    <ul aria-labelledby={headingId} className="flex flex-col gap-2">
      {tasks.map((task) => (
        <TaskCard
          key={task.taskId}
          task={task}
          today={today}
          movable={movable}
          describedBy={helpId}
          onOpen={() => onOpen(task.taskId)}
          onKey={(event) => onKey(event, task)}
        />
      ))}
    </ul>
  )
}
