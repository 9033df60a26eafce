import { addDays } from '@steward/conditions'
import { doneStatuses } from '@steward/contracts/plain/task'
import { systemActor } from '../../platform/actor.ts'
import { query, transact, type Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { schedule, unschedule, type DueHandler, type DueWork } from '../../platform/schedule/schedule.ts'
import { afterCompletion, catchUp, nextOf, shiftFor, type Occurrence } from '../recurrence/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { CalendarService } from '../work-calendar/index.ts'
import { dayIn } from './task.day.rules.ts'
import type { TaskDoor } from './task.door.ts'
import { startOf } from './task.reminder-time.ts'
import type { TaskState, TaskValues } from './task.state.ts'
import { lockTasks } from './task.store.ts'

const repeatKind = 'task.repeat'

export interface RepeatNeighbours {
  users: Pick<UserService, 'directory'>
  calendars: Pick<CalendarService, 'book'>
}

interface Changed {
  taskId: number
  before: TaskState
  after: TaskState
}

const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** A day that keeps its distance to the due day. */
const moved = (day: string | null, by: number): string | null => (day === null ? null : addDays(day, by))

/** The task that follows another in its series. What people did with the other is not taken along. */
function nextState(done: TaskState, { recurrence, dueDate }: Occurrence, at: Date): TaskState {
  const by = daysFrom(done.dueDate ?? dueDate, dueDate)
  const checklist = done.checklist.map((step) => ({
    ...step,
    isDone: false,
    dueDate: moved(step.dueDate, by),
  }))
  const fresh = { fileIds: [], activityId: null, completedAt: null, completedBy: null, isDatePinned: false }
  const days = { dueDate, startDate: moved(done.startDate, by), createdAt: at.toISOString() }
  return { ...done, ...fresh, ...days, status: 'OPEN', checklist, recurrence }
}

/** Those of some series that another task continues. */
async function findContinued(
  tx: Tx,
  tenantId: number,
  tasks: readonly { taskId: number; seriesId: number | null }[],
): Promise<Set<number>> {
  // An undo of its completion takes the series off the first task again.
  const seriesIds = tasks.map(({ taskId, seriesId }) => seriesId ?? taskId)
  const rows = await query<{ id: number }>(
    tx,
    `/*task.continued*/ select distinct series_id as id from task
     where tenant_id = $1 and series_id = any($2::bigint[]) and recurrence is not null
       and task_id <> all($3::bigint[])`,
    [tenantId, seriesIds, tasks.map(({ taskId }) => taskId)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Repeats tasks: when one is completed, or when the next day of its rule comes and it is still open. */
export function createTaskRepeats({ users, calendars }: RepeatNeighbours) {
  async function contextOf(tenantId: number) {
    const [{ byId }, book] = await Promise.all([users.directory(tenantId), calendars.book(tenantId)])
    const userOf = ({ assigneeId }: TaskState) => (assigneeId === null ? undefined : byId.get(assigneeId))
    return {
      userOf,
      zoneOf: (state: TaskState) => userOf(state)?.timeZone,
      shiftOf: (state: TaskState) => shiftFor(book, userOf(state)),
    }
  }

  /**
   * The tasks that follow those that are being completed, which give their rule to them. An undo of a completion
   * takes the rule back, and a redo has taken it already, so that neither continues a series twice.
   */
  async function followCompleted(
    tx: Tx,
    tenantId: number,
    changed: readonly Changed[],
    at: Date,
  ): Promise<TaskState[]> {
    const done = changed.filter(
      ({ before, after }) =>
        after.recurrence !== null && after.status === 'COMPLETED' && before.status !== 'COMPLETED',
    )
    if (done.length === 0) return []
    const continued = await findContinued(
      tx,
      tenantId,
      done.map(({ taskId, after: { seriesId } }) => ({ taskId, seriesId })),
    )
    const { userOf, zoneOf, shiftOf } = await contextOf(tenantId)
    return done.flatMap(({ taskId, after }) => {
      const { recurrence, seriesId } = after
      if (recurrence === null) return []
      const next = afterCompletion(recurrence, dayIn(at, zoneOf(after)), shiftOf(after))
      after.recurrence = null
      after.seriesId = seriesId ?? taskId
      if (!next || continued.has(after.seriesId)) return []
      const assigneeId = userOf(after)?.assignable ? after.assigneeId : null
      return [{ ...nextState(after, next, at), assigneeId }]
    })
  }

  /** Schedules what happens when the next day of a rule comes. */
  async function scheduleRepeats(
    tx: Tx,
    tenantId: number,
    tasks: readonly { taskId: number; before?: TaskState; after: TaskState }[],
  ): Promise<void> {
    const repeating = tasks.filter(({ before, after }) => after.recurrence !== null || before?.recurrence)
    if (repeating.length === 0) return
    const { zoneOf, shiftOf } = await contextOf(tenantId)
    const work: DueWork[] = []
    const ended: string[] = []
    for (const { taskId, after } of repeating) {
      const { recurrence, status } = after
      const isWaiting = recurrence?.mode === 'calendar' && !doneStatuses.includes(status)
      const next = isWaiting ? nextOf(recurrence, shiftOf(after)) : undefined
      const key = String(taskId)
      if (next) work.push({ kind: repeatKind, key, dueAt: startOf(next.dueDate, zoneOf(after)) })
      else ended.push(key)
    }
    await schedule(tx, tenantId, work)
    if (ended.length > 0) await unschedule(tx, tenantId, repeatKind, ended)
  }

  return { contextOf, followCompleted, scheduleRepeats }
}

export type TaskRepeats = ReturnType<typeof createTaskRepeats>

/**
 * Moves a task that is still open to the day of its rule that has come, instead of adding another. It may be called
 * twice: the second time the day is not later than that of the task.
 */
export function createRepeatHandler(
  platform: Platform,
  { contextOf, scheduleRepeats }: TaskRepeats,
  door: TaskDoor,
): Record<string, DueHandler> {
  const repeat: DueHandler = async (tenantId, { key }) => {
    const at = platform.clock.now()
    const actor = systemActor(tenantId, { kind: 'task', name: 'Recurrence', permissions: ['task.edit'] })
    const { zoneOf, shiftOf } = await contextOf(tenantId)
    await transact(platform.database.tenant(tenantId), async (tx) => {
      const taskId = Number(key)
      const task = (await lockTasks(tx, tenantId, [taskId], 'true')).get(taskId)
      if (!task || task.state.recurrence === null || doneStatuses.includes(task.state.status)) return
      const { state } = task
      const { recurrence, dueDate, startDate, seriesId } = state
      if (recurrence === null) return
      const isContinued = (await findContinued(tx, tenantId, [{ taskId, seriesId }])).size > 0
      const latest = catchUp(recurrence, dayIn(at, zoneOf(state)), shiftOf(state))
      // The assignee moved to another time zone, or days off were changed.
      if (!latest) return scheduleRepeats(tx, tenantId, [{ taskId, after: state }])
      const isLater = dueDate === null || latest.dueDate > dueDate
      const values: TaskValues = isContinued
        ? { recurrence: null }
        : {
            recurrence: latest.recurrence,
            ...(isLater && { dueDate: latest.dueDate }),
            ...(isLater && dueDate && { startDate: moved(startDate, daysFrom(dueDate, latest.dueDate)) }),
          }
      await door.changeTasks(tx, actor, { action: 'repeat', at }, [{ taskId, values }])
    })
  }
  return { [repeatKind]: repeat }
}
