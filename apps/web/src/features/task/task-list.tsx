import { Suspense, useId, useMemo, useRef, useState } from 'react'
import type { Task } from '@steward/contracts/task'
import { useShortcutHelp } from '../../components/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { TaskView } from './task.calls.ts'
import { groupsOf, type TaskGroup } from './task-group.rules.ts'
import { listKeys, readingKeys } from './task-keys.ts'
import { TaskRow, type QuickEdit } from './task-row.tsx'
import type { TaskActs } from './use-task-acts.ts'

const QuickEditor = lazyPart(() => import('./quick-editor.tsx'), 'QuickEditor')

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

/** Tasks one below the other, in groups where the view says so. */
export function TaskList({
  tasks,
  today,
  view,
  acts,
  hasMore,
  isLoadingMore,
  onMore,
  onOpen,
}: TaskListProps) {
  const { ids, selected, toggle, clear } = useSelection(tasks)
  const [edit, setEdit] = useState<QuickEdit | null>(null)
  const place = useRef<HTMLElement>(null)
  useShortcutHelp(acts.mayEdit ? listKeys : readingKeys)
  const groups = groupsOf(tasks, view.group, today)
  if (tasks.length === 0) return <NoTasks view={view} />
  return (
    <>
      <div data-print="page" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {groups.map((group) => (
          <Group key={group.label} group={group}>
            {(task) => (
              <TaskRow
                key={task.taskId}
                task={task}
                today={today}
                isSelected={ids.has(task.taskId)}
                acts={acts}
                onSelect={(extend) => toggle(task.taskId, extend)}
                onOpen={() => onOpen(task.taskId)}
                onEdit={(next) => {
                  place.current = next.anchor
                  setEdit(next)
                }}
              />
            )}
          </Group>
        ))}
        {hasMore && (
          <div className="p-4">
            <Button busy={isLoadingMore} onClick={onMore}>
              Show more
            </Button>
          </div>
        )}
      </div>
      {selected.length > 0 && acts.mayEdit && <BulkBar tasks={selected} acts={acts} onClear={clear} />}
      <Suspense>
        {edit && (
          <QuickEditor
            edit={edit}
            acts={acts}
            finalFocus={place}
            onClose={() => setEdit({ ...edit, anchor: null })}
          />
        )}
      </Suspense>
    </>
  )
}

/** The tasks of a group below its name. */
function Group({ group, children }: { group: TaskGroup; children: (task: Task) => React.ReactNode }) {
  const id = useId()
  const { label, tasks } = group
  if (label === null) return <ul aria-label="Tasks">{tasks.map(children)}</ul>
  return (
    <section aria-labelledby={id}>
      <h2
        id={id}
        className="sticky top-0 z-1 flex items-center gap-2 border-b border-line bg-sunken px-4 py-1.5 text-label font-semibold"
      >
        {label}
      </h2>
      <ul aria-labelledby={id}>{tasks.map(children)}</ul>
    </section>
  )
}

function NoTasks({ view }: { view: TaskView }) {
  if (view.query !== '' || view.filter) {
    return (
      <EmptyState kind="no-match" title="No matching tasks">
        {view.filter ? 'Remove a filter, or choose other values.' : 'Try another word.'}
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
