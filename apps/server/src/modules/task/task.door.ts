import { taskChanged } from '@steward/contracts/event/task.event'
import { changeKindIds } from '@steward/contracts/record-history'
import { userOf, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { publish } from '../../platform/events/events.ts'
import type { FileService } from '../file/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { openItemSet, type Act } from '../record/index.ts'
import type { CheckOptions, Faults, TaskChecks } from './task.check.ts'
import { taskEvent, uniqueIds } from './task.event.ts'
import { taskScopeSql } from './task.policy.ts'
import { scheduleReminders, type ReminderNeighbours } from './task.reminder-time.ts'
import type { TaskRepeats } from './task.repeat.ts'
import {
  differingKeys,
  emptyTask,
  keys,
  pick,
  type CurrentTask,
  type TaskKey,
  type TaskState,
  type TaskValues,
} from './task.state.ts'
import {
  insertTasks,
  lockTasks,
  putTaskFiles,
  takeTaskIds,
  updateTasks,
  type WrittenTask,
} from './task.store.ts'

/** The name of tasks in the ledger. */
export const taskSubject = 'task'

/** A task that is to be created; what is left out is as of an empty task. */
export type TaskDraft = TaskValues & { title: string }

export interface TaskChange {
  taskId: number
  /** The values to set, or a function of the present task; undefined leaves it as it is. */
  values: TaskValues | ((current: TaskState) => TaskValues)
}

export interface CreatedTasks {
  /** null: none was created. */
  changeSetId: number | null
  /** By the place of the draft; null where it was refused. */
  taskIds: (number | null)[]
  /** Problems of drafts, by their place. */
  refused: { at: number; faults: Faults }[]
}

export interface ChangedTasks {
  /** null: nothing was changed. */
  changeSetId: number | null
  changed: { taskId: number; before: TaskState; after: TaskState; version: number }[]
  unchanged: CurrentTask[]
  refused: { taskId: number; faults: Faults }[]
  /** Those that are gone, or out of the actor's sight. */
  unknown: number[]
}

export interface DoorNeighbours extends ReminderNeighbours {
  ledger: Pick<Ledger, 'writeItems'>
  files: Pick<FileService, 'check' | 'keepImages' | 'release'>
  check: TaskChecks
  repeats: Pick<TaskRepeats, 'followCompleted' | 'scheduleRepeats'>
}

const isFaulty = (faults: Faults): boolean => Object.keys(faults).length > 0

/** A time of day goes with its day. */
const withTime = (state: TaskState): TaskState =>
  state.dueDate === null && state.dueTime !== null ? { ...state, dueTime: null } : state

/** What follows from a new status: who completed it, and when. */
function withStatus(before: TaskState | undefined, given: TaskState, actor: Actor, at: Date): TaskState {
  const after = withTime(given)
  if (after.status === before?.status) return after
  if (after.status === 'COMPLETED') {
    return { ...after, completedAt: at.toISOString(), completedBy: userOf(actor) }
  }
  const isOpen = after.completedAt === null && after.completedBy === null
  return after.status === 'ARCHIVED' || isOpen ? after : { ...after, completedAt: null, completedBy: null }
}

/** A draft as a task. A playbook makes thousands at once: key by key takes a tenth of the time that lists of entries take. */
function draftedOf(draft: TaskDraft, actor: Actor, at: Date): TaskState {
  const given: Partial<Record<TaskKey, unknown>> = {}
  for (const key of keys) if (draft[key] !== undefined) given[key] = draft[key]
  const state = { ...emptyTask, creatorId: userOf(actor), ...given, createdAt: at.toISOString() }
  return withStatus(undefined, state as TaskState, actor, at)
}

const openSet = async (tx: Tx, actor: Actor, act: Act): Promise<number> =>
  act.changeSetId ?? openItemSet(tx, { ...act, actor })

/** The one way by which tasks are created and changed: with the ledger, the event and the reminders. */
export function createTaskDoor(neighbours: DoorNeighbours) {
  const { ledger, files, check, repeats } = neighbours

  /** Holds the files and pictures that tasks have from now on, and lets go of those that they had. */
  async function holdFiles(
    tx: Tx,
    actor: Actor,
    tasks: readonly { taskId: number; before?: TaskState; after: TaskState }[],
  ): Promise<void> {
    const texts = tasks.filter(({ before, after }) => after.description !== (before?.description ?? null))
    await files.keepImages(
      tx,
      actor.tenantId,
      texts.map(({ after }) => after.description),
    )
    const differing = tasks.filter(
      ({ before, after }) => JSON.stringify(before?.fileIds ?? []) !== JSON.stringify(after.fileIds),
    )
    if (differing.length === 0) return
    const had = new Set(differing.flatMap(({ before }) => before?.fileIds ?? []))
    const has = new Set(differing.flatMap(({ after }) => after.fileIds))
    await files.check(tx, actor, [...has.difference(had)])
    await putTaskFiles(
      tx,
      actor.tenantId,
      differing.map(({ taskId, after }) => ({ taskId, fileIds: after.fileIds })),
    )
    await files.release(tx, actor.tenantId, [...had.difference(has)])
  }

  /** Writes new tasks, under ids that were taken for them or that they had before. */
  async function insert(
    tx: Tx,
    actor: Actor,
    act: Act & { changeSetId: number },
    tasks: readonly WrittenTask[],
  ): Promise<Set<number>> {
    const inserted = await insertTasks(tx, actor.tenantId, tasks, act.at)
    const written = tasks.filter(({ taskId }) => inserted.has(taskId))
    if (written.length === 0) return inserted
    const { tenantId } = actor
    await ledger.writeItems(
      tx,
      tenantId,
      act.changeSetId,
      taskSubject,
      written.map(({ taskId, version }) => ({
        itemId: taskId,
        kind: changeKindIds.create,
        before: null,
        after: null,
        version,
      })),
    )
    const told = written.map(({ taskId, state }) => ({ taskId, after: state }))
    await holdFiles(tx, actor, told)
    await publish(tx, tenantId, taskChanged, taskEvent({ ...act, actor }, 'created', told))
    await scheduleReminders(
      tx,
      neighbours,
      tenantId,
      written.map(({ state }) => state),
      act.at,
    )
    await repeats.scheduleRepeats(tx, tenantId, told)
    return inserted
  }

  /** Writes changes of tasks that are locked, with their ledger and event. */
  async function update(
    tx: Tx,
    actor: Actor,
    act: Act & { changeSetId: number },
    changed: ChangedTasks['changed'],
  ): Promise<void> {
    const { tenantId } = actor
    await updateTasks(
      tx,
      tenantId,
      changed.map(({ taskId, version, after }) => ({ taskId, version, state: after })),
      act.at,
    )
    const rows = changed.map(({ taskId, version, before, after }) => {
      const differing = differingKeys(before, after)
      return {
        itemId: taskId,
        kind: changeKindIds.update,
        before: pick(before, differing),
        after: pick(after, differing),
        version,
      }
    })
    await ledger.writeItems(tx, tenantId, act.changeSetId, taskSubject, rows)
    await holdFiles(tx, actor, changed)
    await publish(tx, tenantId, taskChanged, taskEvent({ ...act, actor }, 'changed', changed))
    const moved = changed.filter(
      ({ before, after }) => before.dueDate !== after.dueDate || before.assigneeId !== after.assigneeId,
    )
    await scheduleReminders(
      tx,
      neighbours,
      tenantId,
      moved.map(({ after }) => after),
      act.at,
    )
    await repeats.scheduleRepeats(tx, tenantId, changed)
  }

  /** Inserts new tasks; answers their ids, null where one is not there. */
  async function insertNew(
    tx: Tx,
    actor: Actor,
    act: Act & { changeSetId: number },
    states: readonly TaskState[],
  ): Promise<(number | null)[]> {
    const ids = await takeTaskIds(tx, states.length)
    const tasks = states.map((state, nth) => ({ taskId: ids[nth] as number, version: 1, state }))
    const inserted = await insert(tx, actor, act, tasks)
    return ids.map((id) => (inserted.has(id) ? id : null))
  }

  /**
   * Creates tasks in one operation, with a few statements for all of them. Drafts that refer to what is not there
   * are refused; the others are created.
   */
  async function createTasks(
    tx: Tx,
    actor: Actor,
    act: Act,
    drafts: readonly TaskDraft[],
  ): Promise<CreatedTasks> {
    if (drafts.length === 0) return { changeSetId: act.changeSetId ?? null, taskIds: [], refused: [] }
    const drafted = drafts.map((draft) => draftedOf(draft, actor, act.at))
    const faults = await check(
      tx,
      actor,
      drafted.map((after) => ({ before: undefined, after })),
    )
    const refused = faults.flatMap((one, at) => (isFaulty(one) ? [{ at, faults: one }] : []))
    const good = drafted.flatMap((state, at) => (isFaulty(faults[at] ?? {}) ? [] : [{ state, at }]))
    const taskIds: (number | null)[] = drafts.map(() => null)
    if (good.length === 0) return { changeSetId: act.changeSetId ?? null, taskIds, refused }
    const changeSetId = await openSet(tx, actor, act)
    const states = good.map(({ state }) => state)
    const ids = await insertNew(tx, actor, { ...act, changeSetId }, states)
    good.forEach(({ at }, nth) => (taskIds[at] = ids[nth] ?? null))
    return { changeSetId, taskIds, refused }
  }

  /**
   * Changes tasks in one operation, with a few statements for all of them, and each only where the actor sees it.
   * They are locked first, so that `values` may follow from what they are.
   */
  async function changeTasks(
    tx: Tx,
    actor: Actor,
    act: Act,
    changes: readonly TaskChange[],
    options?: CheckOptions,
  ): Promise<ChangedTasks> {
    const ids = uniqueIds(changes.map(({ taskId }) => taskId))
    const scope = taskScopeSql(actor, 't')
    const current =
      ids.length === 0 ? new Map<number, CurrentTask>() : await lockTasks(tx, actor.tenantId, ids, scope)
    const outcome: ChangedTasks = {
      changeSetId: null,
      changed: [],
      unchanged: [],
      refused: [],
      unknown: ids.filter((id) => !current.has(id)),
    }
    const planned: ChangedTasks['changed'] = []
    for (const { taskId, values } of changes) {
      const task = current.get(taskId)
      if (!task) continue
      const given = typeof values === 'function' ? values(task.state) : values
      const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      const after = withStatus(task.state, { ...task.state, ...set }, actor, act.at)
      if (differingKeys(task.state, after).length === 0) outcome.unchanged.push(task)
      else planned.push({ taskId, before: task.state, after, version: task.version + 1 })
    }
    const faults = await check(tx, actor, planned, options)
    planned.forEach((one, at) => {
      const wrong = faults[at] ?? {}
      if (isFaulty(wrong)) outcome.refused.push({ taskId: one.taskId, faults: wrong })
      else outcome.changed.push(one)
    })
    if (outcome.changed.length === 0) return outcome
    const next = await repeats.followCompleted(tx, actor.tenantId, outcome.changed, act.at)
    outcome.changeSetId = await openSet(tx, actor, act)
    const opened = { ...act, changeSetId: outcome.changeSetId }
    await update(tx, actor, opened, outcome.changed)
    if (next.length > 0) await insertNew(tx, actor, opened, next)
    return outcome
  }

  return { createTasks, changeTasks, insert, update }
}

export type TaskDoor = ReturnType<typeof createTaskDoor>
