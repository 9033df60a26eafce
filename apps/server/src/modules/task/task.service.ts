import type { ChangeAction } from '@steward/contracts/record-history'
import type { ChangeTask, CreateTask, CreateTaskLines, Task, TasksChanged } from '@steward/contracts/task'
import { userOf, type Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ActivityService } from '../activity/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Act } from '../record/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { TaskDraft } from './task.check.ts'
import { findSeenRecords } from './task.policy.ts'
import { labelOf } from './task.history.rules.ts'
import { ago } from './task.day.rules.ts'
import {
  taskSubject,
  type ChangedTasks,
  type CreatedTasks,
  type TaskChange,
  type TaskDoor,
} from './task.door.ts'
import { placeOf, refuseBackwards, refuseTimeAlone, valuesOf } from './task.form.ts'
import type { TaskReading } from './task.reading.service.ts'
import type { CurrentTask, TaskKey, TaskState, TaskValues } from './task.state.ts'
import { setBookmark } from './task.store.ts'

export interface TaskNeighbours {
  users: Pick<UserService, 'directory'>
  ledger: Pick<Ledger, 'itemKeysSince'>
  activities: Pick<ActivityService, 'log'>
}

const unknownMessage = "This task does not exist, or you can't see it."

/** Error of a call about one task that is gone, or out of sight. */
const unknownTask = (): AppError => notFound('task.unknown', unknownMessage)

/** The record that a form names, of the level that it says. Throws `invalid_input` at its field. */
async function recordOf(tx: Tx, actor: Actor, form: Parameters<typeof placeOf>[0]) {
  const place = placeOf(form)
  if (!place) return place
  const level = (await findSeenRecords(tx, actor, [place.recordId])).get(place.recordId)
  const wanted = { organization: 1, account: 2, contact: 3, pipeline: 4 }
  if (level === undefined || (place.level && wanted[place.level] !== level)) {
    const noun = place.level ?? 'record'
    throw invalid('task.record', {
      [place.field]: `There is no ${noun} ${place.recordId}, or you can't see it.`,
    })
  }
  return place.recordId
}

function refuse({ refused }: CreatedTasks): void {
  const [first] = refused
  if (first) throw invalid('task.invalid', first.faults)
}

/** A day that someone sets for a step of a playbook stays when the playbook moves. */
const pinned = ({ instanceId, dueDate: before }: TaskState, dueDate: string | null | undefined): TaskValues =>
  dueDate !== undefined && instanceId !== null && dueDate !== before ? { isDatePinned: true } : {}

/** What people do with tasks. */
export function createTaskService(
  platform: Platform,
  { users, ledger, activities }: TaskNeighbours,
  door: TaskDoor,
  reading: TaskReading,
) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)
  const actOf = (action: ChangeAction): Act => ({ action, at: platform.clock.now() })

  /** Creates tasks, all or none. */
  async function create(actor: Actor, drafts: (tx: Tx) => Promise<TaskDraft[]>): Promise<CreatedTasks> {
    return transact(dbOf(actor), async (tx) => {
      const created = await door.createTasks(tx, actor, actOf('create'), await drafts(tx))
      refuse(created)
      return created
    })
  }

  /** The creator is the assignee unless the form names one; tasks of services have none. */
  async function assigneeOf(actor: Actor): Promise<number | null> {
    const { byId } = await users.directory(actor.tenantId)
    const userId = userOf(actor)
    return userId !== null && byId.get(userId)?.assignable ? userId : null
  }

  /** Refuses a change of what others changed since the version that was opened. */
  async function refuseStale(
    tx: Tx,
    actor: Actor,
    { taskId, version }: CurrentTask,
    opened: number | undefined,
    changed: readonly string[],
  ): Promise<void> {
    if (opened === undefined || opened >= version) return
    const since = new Set(await ledger.itemKeysSince(tx, actor.tenantId, taskSubject, taskId, opened))
    const both = changed.filter((key) => since.has(key))
    if (both.length === 0) return
    const names = both.map(labelOf).join(', ')
    throw new AppError('conflict', 'task.changed', `Someone else changed this since you opened it: ${names}.`)
  }

  /** The result of a call about several tasks. */
  async function outcomeOf(
    actor: Actor,
    outcome: ChangedTasks,
    wordsOf: (task: CurrentTask, nameOf: (userId: number | null) => string) => string,
  ): Promise<TasksChanged> {
    const { byId } = await users.directory(actor.tenantId)
    const nameOf = (userId: number | null): string =>
      userId === null ? 'Steward' : (byId.get(userId)?.name ?? 'a former user')
    return {
      changeSetId: outcome.changeSetId,
      taskIds: outcome.changed.map(({ taskId }) => taskId),
      unchanged: outcome.unchanged.map((task) => ({ taskId: task.taskId, message: wordsOf(task, nameOf) })),
      refused: [
        ...outcome.refused.map(({ taskId, faults }) => ({
          taskId,
          message: Object.values(faults).join(' '),
        })),
        ...outcome.unknown.map((taskId) => ({ taskId, message: unknownMessage })),
      ],
    }
  }

  async function setMany(
    actor: Actor,
    action: ChangeAction,
    taskIds: readonly number[],
    values: TaskChange['values'],
    words: Parameters<typeof outcomeOf>[2],
  ): Promise<TasksChanged> {
    const changes = [...new Set(taskIds)].map((taskId) => ({ taskId, values }))
    const outcome = await transact(dbOf(actor), (tx) => door.changeTasks(tx, actor, actOf(action), changes))
    return outcomeOf(actor, outcome, words)
  }

  /** Logs an activity for each completed task that has a type and a record, and notes it with the task. */
  async function logActivities(tx: Tx, actor: Actor, act: Act, done: ChangedTasks): Promise<void> {
    const { changed, changeSetId } = done
    const ids = changed.flatMap(({ after }) => after.recordId ?? [])
    const levels = await findSeenRecords(tx, actor, [...new Set(ids)])
    const entries = changed.flatMap(({ taskId, after }) => {
      const { recordId, activityTypeId, title, description: body } = after
      const level = recordId === null ? undefined : (levels.get(recordId) as 1 | 2 | 3 | 4 | undefined)
      if (recordId === null || activityTypeId === null || level === undefined) return []
      return [{ taskId, entry: { recordId, level, activityTypeId, title, body } }]
    })
    if (entries.length === 0 || changeSetId === null) return
    const logged = await activities.log(
      tx,
      actor,
      entries.map(({ entry }) => entry),
    )
    const changes = entries.map(({ taskId }, at) => ({
      taskId,
      values: { activityId: logged[at] as number },
    }))
    await door.changeTasks(tx, actor, { ...act, changeSetId }, changes)
  }

  return {
    /** Errors: invalid_input at the fields of the form. */
    async create(actor: Actor, form: CreateTask): Promise<{ data: Task; changeSetId: number | null }> {
      const { changeSetId, taskIds } = await create(actor, async (tx) => {
        const values = valuesOf(form)
        refuseBackwards({ startDate: values.startDate ?? null, dueDate: values.dueDate ?? null })
        refuseTimeAlone(values, values.dueDate)
        const assigneeId = form.assigneeId === undefined ? await assigneeOf(actor) : form.assigneeId
        const recordId = (await recordOf(tx, actor, form)) ?? null
        return [{ ...values, title: form.title, assigneeId, recordId }]
      })
      return { data: await reading.readMade(actor, taskIds[0] as number), changeSetId }
    },

    /** One task for each line. */
    async createLines(actor: Actor, { lines, ...form }: CreateTaskLines) {
      const { changeSetId, taskIds } = await create(actor, async (tx) => {
        const assigneeId = form.assigneeId === undefined ? await assigneeOf(actor) : form.assigneeId
        const recordId = (await recordOf(tx, actor, form)) ?? null
        const { dueDate, priority } = form
        return lines.map((title) => ({ title, dueDate, priority, assigneeId, recordId }))
      })
      return { changeSetId, taskIds: taskIds.filter((id) => id !== null) }
    },

    /** Errors: not_found, invalid_input at the fields, conflict where others changed the same since. */
    async change(actor: Actor, taskId: number, form: ChangeTask) {
      const { version, ...rest } = form
      const changeSetId = await transact(dbOf(actor), async (tx) => {
        const task = await reading.lock(tx, actor, taskId)
        if (!task) throw unknownTask()
        const recordId = await recordOf(tx, actor, form)
        const given = { ...valuesOf(rest, task.state), ...pinned(task.state, form.dueDate), recordId }
        const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
        const dated = { ...task.state, ...values }
        refuseBackwards(dated)
        refuseTimeAlone(given, dated.dueDate)
        await refuseStale(tx, actor, task, version, Object.keys(values) as TaskKey[])
        const outcome = await door.changeTasks(tx, actor, actOf('edit'), [{ taskId, values }])
        const [refused] = outcome.refused
        if (refused) throw invalid('task.invalid', refused.faults)
        return outcome.changeSetId
      })
      return { data: await reading.readMade(actor, taskId), changeSetId }
    },

    /** Tasks that someone else has completed are unchanged, and the answer says who did it. */
    async complete(actor: Actor, taskIds: readonly number[], logActivity: boolean): Promise<TasksChanged> {
      const act = actOf('complete')
      const changes = [...new Set(taskIds)].map((taskId): TaskChange => ({
        taskId,
        values: { status: 'COMPLETED' },
      }))
      const outcome = await transact(dbOf(actor), async (tx) => {
        const done = await door.changeTasks(tx, actor, act, changes)
        if (logActivity) await logActivities(tx, actor, act, done)
        return done
      })
      return outcomeOf(actor, outcome, ({ state: { completedBy, completedAt } }, nameOf) => {
        const when = completedAt === null ? '' : ` ${ago(new Date(completedAt), platform.clock.now())}`
        return `Already completed by ${nameOf(completedBy)}${when}.`
      })
    },

    archive: (actor: Actor, taskIds: readonly number[]) =>
      setMany(actor, 'archive', taskIds, { status: 'ARCHIVED' }, () => 'Already archived.'),

    start: (actor: Actor, taskIds: readonly number[]) =>
      setMany(actor, 'start', taskIds, { status: 'IN_PROGRESS' }, () => 'Already in progress.'),

    /** Completes the checklists of tasks; the tasks stay as they are. */
    completeChecklist: (actor: Actor, taskIds: readonly number[]) =>
      setMany(
        actor,
        'edit',
        taskIds,
        ({ checklist }) => ({ checklist: checklist.map((step) => ({ ...step, isDone: true })) }),
        ({ state }) =>
          state.checklist.length === 0 ? 'It has no checklist.' : 'All steps are done already.',
      ),

    reassign: (actor: Actor, taskIds: readonly number[], assigneeId: number | null) =>
      setMany(actor, 'assign', taskIds, { assigneeId }, ({ state }, nameOf) =>
        state.assigneeId === null
          ? 'It has no assignee.'
          : `Already assigned to ${nameOf(state.assigneeId)}.`,
      ),

    /** Sets the due day, or moves it by days: tasks without one stay. */
    reschedule: (actor: Actor, taskIds: readonly number[], move: (day: string | null) => string | null) =>
      setMany(
        actor,
        'reschedule',
        taskIds,
        (state) => {
          const dueDate = move(state.dueDate)
          const isBefore = dueDate !== null && state.startDate !== null && state.startDate > dueDate
          return { dueDate, ...(isBefore && { startDate: dueDate }), ...pinned(state, dueDate) }
        },
        ({ state }) => (state.dueDate === null ? 'It has no due date.' : `Already due on ${state.dueDate}.`),
      ),

    async bookmark(actor: Actor, taskId: number, status: boolean | undefined) {
      const bookmarked = await transact(dbOf(actor), async (tx) => {
        if (!(await reading.lock(tx, actor, taskId))) throw unknownTask()
        return setBookmark(tx, actor.tenantId, actor.userId, taskId, status)
      })
      return { taskId, bookmarked }
    },
  }
}

export type TaskService = ReturnType<typeof createTaskService>
