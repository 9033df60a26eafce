import { Suspense, useMemo, useState } from 'react'
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { dateBreakdowns, type DateBreakdown } from '@steward/contracts/plain/task'
import type { Task } from '@steward/contracts/task'
import type { TaskPage } from '@steward/contracts/task-list'
import { errorPanelProps } from '../../api/error-text.ts'
import { SearchField } from '../../components/search-field.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { Toolbar } from '../../components/toolbar.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { QuickAdd } from './quick-add.tsx'
import { tasksQuery, type TaskSubject, type TaskView } from './task.calls.ts'
import { TaskRow } from './task-row.tsx'
import { dueLabels } from './task-words.ts'
import { useTaskActs, type TaskActs } from './use-task-acts.ts'

const TaskDrawer = lazyPart(() => import('./task.drawer.tsx'), 'TaskDrawer')

type DueTab = DateBreakdown | 'all'

const isDue = (value: unknown): value is DateBreakdown => dateBreakdowns.some((name) => name === value)

/** What the address says of a list of tasks; on a record's page everyone's are shown unless it says otherwise. */
function useTaskView(subject: TaskSubject | null) {
  const [search, change] = useSearchParams()
  const mine = subject ? search['mine'] === true : search['mine'] !== false
  const view: TaskView = {
    mine,
    showsDone: search['done'] === true,
    due: isDue(search['due']) ? search['due'] : null,
    query: typeof search['find'] === 'string' ? search['find'] : '',
  }
  const openId = typeof search['task'] === 'number' ? search['task'] : null
  return {
    view,
    openId,
    isNew: search['task'] === 'new',
    showDue: (due: DueTab) => change({ due: due === 'all' ? undefined : due }, { replace: true }),
    showMine: (isMine: boolean) =>
      change({ mine: isMine === (subject === null) ? undefined : isMine }, { replace: true }),
    showDone: (isShown: boolean) =>
      change(
        { done: isShown || undefined, ...(view.due === 'done' && { due: undefined }) },
        { replace: true },
      ),
    find: (text: string) => change({ find: text || undefined }, { replace: true }),
    open: (task: number | 'new' | undefined) => change({ task }),
  }
}

/** Selected tasks of a list; those that are gone from it are not among them. */
function useSelection(tasks: readonly Task[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [last, setLast] = useState<number | null>(null)
  const selected = useMemo(() => tasks.filter(({ taskId }) => ids.has(taskId)), [tasks, ids])

  function toggle(taskId: number, extend: boolean) {
    const order = tasks.map((task) => task.taskId)
    const [from, to] = [order.indexOf(last ?? taskId), order.indexOf(taskId)].toSorted((a, b) => a - b)
    const range = extend && from !== undefined && from >= 0 ? order.slice(from, (to ?? from) + 1) : [taskId]
    const next = new Set(ids)
    const isIn = !ids.has(taskId)
    for (const id of range)
      if (isIn) next.add(id)
      else next.delete(id)
    setIds(next)
    setLast(taskId)
  }

  return { ids, selected, toggle, clear: () => setIds(new Set()) }
}

/** The tabs by due day, with how many tasks each has. */
function tabsOf(view: TaskView, counts: TaskPage['dateBreakDown'] | undefined) {
  const all = counts && Object.values(counts).reduce((sum, n) => sum + n, 0)
  const shown = dateBreakdowns.filter((name) => name !== 'done' || view.showsDone)
  return [
    { value: 'all' as DueTab, label: 'All', count: all },
    ...shown.map((value) => ({ value: value as DueTab, label: dueLabels[value], count: counts?.[value] })),
  ]
}

/** The tasks of a view: by due day, with adding, selecting and a drawer for one of them. */
export function TasksView({ subject }: { subject: TaskSubject | null }) {
  const acts = useTaskActs()
  const address = useTaskView(subject)
  const { view } = address
  const list = useInfiniteQuery(tasksQuery(view, subject))
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col">
      <Toolbar end={<Toggles address={address} />}>
        <SearchField label="Search tasks" value={view.query} onChange={address.find} />
      </Toolbar>
      <Tabs
        label="Tasks by due date"
        value={view.due ?? 'all'}
        onChange={address.showDue}
        tabs={tabsOf(view, list.data?.pages[0]?.dateBreakDown)}
        className="min-h-0 flex-1"
      >
        <div className="flex h-full min-h-0 flex-col">
          {acts.mayEdit && <QuickAdd acts={acts} subject={subject} />}
          <Found list={list} view={view} acts={acts} onOpen={address.open} />
        </div>
      </Tabs>
      {(address.openId !== null || address.isNew) && (
        <Suspense>
          <TaskDrawer
            key={address.openId ?? 'new'}
            taskId={address.openId}
            subject={subject}
            acts={acts}
            onClose={() => address.open(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

interface FoundProps {
  list: UseInfiniteQueryResult<InfiniteData<TaskPage>>
  view: TaskView
  acts: TaskActs
  onOpen: (taskId: number) => void
}

/** What was found; before that, that it is on its way, or why it does not come. */
function Found({ list, view, acts, onOpen }: FoundProps) {
  const tasks = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const today = list.data?.pages[0]?.today
  if (today === undefined) {
    if (!list.error) return <RowsSkeleton />
    return <ErrorPanel {...errorPanelProps(list.error)} onRetry={() => void list.refetch()} />
  }
  return (
    <TaskList
      tasks={tasks}
      today={today}
      view={view}
      acts={acts}
      hasMore={list.hasNextPage}
      isLoadingMore={list.isFetchingNextPage}
      onMore={() => void list.fetchNextPage()}
      onOpen={onOpen}
    />
  )
}

function Toggles({ address }: { address: ReturnType<typeof useTaskView> }) {
  return (
    <div className="flex items-center gap-4">
      <Switch label="My tasks only" checked={address.view.mine} onCheckedChange={address.showMine} />
      <Switch label="Show done" checked={address.view.showsDone} onCheckedChange={address.showDone} />
    </div>
  )
}

interface TaskListProps {
  tasks: readonly Task[]
  today: string
  view: TaskView
  acts: TaskActs
  hasMore: boolean
  isLoadingMore: boolean
  onMore: () => void
  onOpen: (taskId: number) => void
}

function TaskList({ tasks, today, view, acts, hasMore, isLoadingMore, onMore, onOpen }: TaskListProps) {
  const { ids, selected, toggle, clear } = useSelection(tasks)
  if (tasks.length === 0) return <NoTasks view={view} />
  return (
    <>
      <div data-print="page" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <ul aria-label="Tasks">
          {tasks.map((task) => (
            <TaskRow
              key={task.taskId}
              task={task}
              today={today}
              isSelected={ids.has(task.taskId)}
              acts={acts}
              onSelect={(extend) => toggle(task.taskId, extend)}
              onOpen={() => onOpen(task.taskId)}
            />
          ))}
        </ul>
        {hasMore && (
          <div className="p-4">
            <Button busy={isLoadingMore} onClick={onMore}>
              Show more
            </Button>
          </div>
        )}
      </div>
      {selected.length > 0 && acts.mayEdit && <BulkBar tasks={selected} acts={acts} onClear={clear} />}
    </>
  )
}

function NoTasks({ view }: { view: TaskView }) {
  if (view.query !== '') {
    return (
      <EmptyState kind="no-match" title="No matching tasks">
        Try another word.
      </EmptyState>
    )
  }
  if (view.due === 'today' || view.due === 'overdue') {
    return (
      <EmptyState kind="nothing" title="All clear for today">
        Nothing is {view.due === 'today' ? 'due today' : 'overdue'}.
      </EmptyState>
    )
  }
  return (
    <EmptyState kind="nothing" title="No tasks">
      Type a title above and press Enter. Paste several lines to add several tasks.
    </EmptyState>
  )
}

function RowsSkeleton() {
  return (
    <div className="flex flex-col gap-4 px-4 py-5" aria-busy="true">
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-6 w-full" />
      ))}
    </div>
  )
}
