import { useQueryClient } from '@tanstack/react-query'
import type { TaskPriority, TaskStatus } from '@steward/contracts/plain/task'
import type { Task, TasksChanged } from '@steward/contracts/task'
import { isSessionExpired } from '../../api/api-error.ts'
import { useCan } from '../../api/can.ts'
import { errorText } from '../../api/error-text.ts'
import { rememberUndo, useUndo } from '../../entities/change-set/index.ts'
import { toast } from '../../ui/toast.tsx'
import {
  archiveTasks,
  completeTasks,
  createTaskLines,
  reassignTasks,
  refreshTasks,
  rescheduleTasks,
  startTasks,
  updateTask,
  type TaskSubject,
} from './task.calls.ts'
import { statusLabels } from './task-words.ts'

/** What can be done with tasks of a list. */
export interface TaskActs {
  mayEdit: boolean
  complete(tasks: readonly Task[], logActivity?: boolean): Promise<void>
  start(tasks: readonly Task[]): Promise<void>
  archive(tasks: readonly Task[]): Promise<void>
  reassign(tasks: readonly Task[], assigneeId: number | null): Promise<void>
  reschedule(tasks: readonly Task[], dueDate: string | null): Promise<void>
  prioritize(task: Task, priority: TaskPriority): Promise<void>
  setStatus(task: Task, status: TaskStatus): Promise<void>
  add(lines: string[], subject: TaskSubject | null): Promise<boolean>
  /** Says what was done, with a way back. */
  done(text: string, changeSetId: number | null, subject: string): void
}

const namesOf = (tasks: readonly Task[]): string =>
  tasks.length === 1 ? `“${tasks[0]?.title}”` : `${tasks.length} tasks`

/** Says what could not be done, where no more was. */
function explain({ changeSetId, unchanged, refused }: TasksChanged, subject: string): void {
  const [first] = [...refused, ...unchanged]
  if (!first) return
  const isRefused = refused.length > 0
  if (isRefused) toast.error(first.message, { subject: `${subject}-refused` })
  else if (changeSetId === null) toast.info(first.message, { subject })
}

/** The acts on tasks: each shows once it is done, and can be undone. */
export function useTaskActs(): TaskActs {
  const client = useQueryClient()
  const takeBack = useUndo()
  const mayEdit = useCan()('task.edit')

  function done(text: string, changeSetId: number | null, subject: string): void {
    if (changeSetId === null) return
    const undoable = { changeSetId, label: text, subject, onUndone: () => void refreshTasks(client) }
    rememberUndo(undoable)
    toast.done(text, { subject, undo: () => void takeBack(undoable) })
  }

  /** Calls the server, and offers the undo before the lists are read again: it is there as soon as they show it. */
  async function attempt<Result>(
    subject: string,
    call: () => Promise<Result>,
    after: (result: Result) => void,
  ): Promise<boolean> {
    try {
      after(await call())
      await refreshTasks(client)
      return true
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject })
      return false
    }
  }

  async function actOn(
    tasks: readonly Task[],
    verb: string,
    call: (taskIds: number[]) => Promise<TasksChanged>,
  ): Promise<void> {
    const ids = tasks.map(({ taskId }) => taskId)
    const subject = `tasks-${ids[0]}`
    await attempt(
      subject,
      () => call(ids),
      (result) => {
        const changed = tasks.filter(({ taskId }) => result.taskIds.includes(taskId))
        done(`${namesOf(changed)} ${verb}`, result.changeSetId, subject)
        explain(result, subject)
      },
    )
  }

  async function change(task: Task, values: Parameters<typeof updateTask>[1], text: string): Promise<void> {
    const subject = `tasks-${task.taskId}`
    await attempt(
      subject,
      () => updateTask(task.taskId, values),
      ({ changeSetId }) => done(text, changeSetId, subject),
    )
  }

  return {
    mayEdit,
    done,
    complete: (tasks, logActivity = false) =>
      actOn(tasks, 'completed', (ids) => completeTasks(ids, logActivity)),
    start: (tasks) => actOn(tasks, 'started', startTasks),
    archive: (tasks) => actOn(tasks, 'archived', archiveTasks),
    reassign: (tasks, assigneeId) => actOn(tasks, 'reassigned', (ids) => reassignTasks(ids, assigneeId)),
    reschedule: (tasks, dueDate) => actOn(tasks, 'rescheduled', (ids) => rescheduleTasks(ids, dueDate)),
    prioritize: (task, priority) => change(task, { priority }, `Priority of “${task.title}” changed`),
    setStatus(task, status) {
      const calls = { COMPLETED: completeTasks, ARCHIVED: archiveTasks, IN_PROGRESS: startTasks }
      const verb = `moved to ${statusLabels[status]}`
      return status in calls
        ? actOn([task], verb, calls[status as keyof typeof calls])
        : change(task, { status }, `“${task.title}” ${verb}`)
    },
    add: (lines, subject) =>
      attempt(
        'task-add',
        () => createTaskLines(lines, subject),
        ({ changeSetId }) => {
          const text = lines.length === 1 ? `“${lines[0]}” added` : `${lines.length} tasks added`
          done(text, changeSetId, 'task-add')
        },
      ),
  }
}
