import { Suspense, useMemo, useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dateBreakdowns, type DateBreakdown } from '@steward/contracts/plain/task'
import type { TaskPage } from '@steward/contracts/task-list'
import { errorPanelProps } from '../../api/error-text.ts'
import { readerDay } from '../../ui/day-text.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TaskToolbar } from './filter/task-toolbar.tsx'
import { QuickAdd } from './quick-add.tsx'
import { tasksQuery, type TaskSubject, type TaskView } from './task.calls.ts'
import { TaskList } from './task-list.tsx'
import { dueLabels } from './task-words.ts'
import { useTaskActs, type TaskActs } from './use-task-acts.ts'
import { useTaskView, type TaskAddress } from './use-task-view.ts'

const TaskDrawer = lazyPart(() => import('./task.drawer.tsx'), 'TaskDrawer')
const TaskBoard = lazyPart(() => import('./views/task-board.tsx'), 'TaskBoard')
const TaskLoadTable = lazyPart(() => import('./views/task-load.tsx'), 'TaskLoadTable')
const TaskCalendar = lazyPart(() => import('./views/task-calendar.tsx'), 'TaskCalendar')

type DueTab = DateBreakdown | 'all'

/** The tabs by due day, with how many tasks each has. */
function tabsOf(view: TaskView, counts: TaskPage['dateBreakDown'] | undefined) {
  const all = counts && Object.values(counts).reduce((sum, n) => sum + n, 0)
  const showsDone = view.showsCompleted || view.showsArchived
  const shown = dateBreakdowns.filter((name) => name !== 'done' || showsDone)
  return [
    { value: 'all' as DueTab, label: 'All', count: all },
    ...shown.map((value) => ({ value: value as DueTab, label: dueLabels[value], count: counts?.[value] })),
  ]
}

/** Tasks as a list, a board or a calendar, with a drawer for one of them. */
export function TasksView({ subject }: { subject: TaskSubject | null }) {
  const acts = useTaskActs()
  const address = useTaskView(subject)
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col">
      <TaskToolbar address={address} subject={subject} />
      <Body address={address} subject={subject} acts={acts} />
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

interface BodyProps {
  address: TaskAddress
  subject: TaskSubject | null
  acts: TaskActs
}

function Body({ address, subject, acts }: BodyProps) {
  const { view, mode, span, on } = address
  const [today] = useState(() => readerDay(new Date()))
  const add = acts.mayEdit && <QuickAdd acts={acts} subject={subject} />
  if (mode === 'list') return <DueTabs address={address} subject={subject} acts={acts} />
  if (mode === 'load') {
    return (
      <Suspense fallback={<RowsSkeleton />}>
        <TaskLoadTable />
      </Suspense>
    )
  }
  return (
    <Suspense fallback={<RowsSkeleton />}>
      {add}
      {mode === 'board' ? (
        <TaskBoard view={view} subject={subject} acts={acts} onOpen={address.open} />
      ) : (
        <TaskCalendar
          view={view}
          subject={subject}
          acts={acts}
          span={span}
          on={on ?? today}
          today={today}
          onShow={address.showDays}
          onOpen={address.open}
        />
      )}
    </Suspense>
  )
}

/** The list, by due day. */
function DueTabs({ address, subject, acts }: BodyProps) {
  const { view } = address
  const list = useInfiniteQuery(tasksQuery(view, subject))
  const tasks = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const first = list.data?.pages[0]
  return (
    <Tabs
      label="Tasks by due date"
      value={view.due ?? 'all'}
      onChange={address.showDue}
      tabs={tabsOf(view, first?.dateBreakDown)}
      className="min-h-0 flex-1"
    >
      <div className="flex h-full min-h-0 flex-col">
        {acts.mayEdit && <QuickAdd acts={acts} subject={subject} />}
        {!first && !list.error && <RowsSkeleton />}
        {!first && list.error && (
          <ErrorPanel {...errorPanelProps(list.error)} onRetry={() => void list.refetch()} />
        )}
        {first && (
          <TaskList
            tasks={tasks}
            today={first.today}
            view={view}
            acts={acts}
            hasMore={list.hasNextPage}
            isLoadingMore={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
            onOpen={address.open}
          />
        )}
      </div>
    </Tabs>
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
