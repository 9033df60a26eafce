import { taskChanged } from '@steward/contracts/event/task.event'
import { changeKindIds } from '@steward/contracts/record-history'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { publish } from '../../platform/events/events.ts'
import type { FileService } from '../file/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { openItemSet, type Act } from '../record/index.ts'
import {
  createTaskPreparing,
  isFaulty,
  numberTasks,
  withStatus,
  type CheckOptions,
  type Faults,
  type NumberedTasks,
  type TaskChecks,
  type TaskDraft,
} from './task.check.ts'
import { taskEvent, uniqueIds } from './task.event.ts'
import { taskScopeSql } from './task.policy.ts'
import { scheduleReminders, type ReminderNeighbours } from './task.reminder-time.ts'
import type { TaskRepeats } from './task.repeat.ts'
import { differingKeys, pick, type CurrentTask, type TaskState, type TaskValues } from './task.state.ts'
import {
  insertNewTasks,
  insertTasks,
  lockTasks,
  putTaskFiles,
  updateTasks,
  type WrittenTask,
} from './task.store.ts'

/** The name of tasks in the ledger. */
export const taskSubject = 'task'

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

const areSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((id, at) => id === others[at])

/** Inserts tasks; answers those that were not there already. */
async function insertNumbered(
  tx: Tx,
  tenantId: number,
  { tasks, columns, areNew }: NumberedTasks,
  at: Date,
): Promise<readonly WrittenTask[]> {
  if (areNew) {
    await insertNewTasks(tx, tenantId, columns, at)
    return tasks
  }
  const inserted = await insertTasks(tx, tenantId, columns, at)
  return tasks.filter(({ taskId }) => inserted.has(taskId))
}

const openSet = async (tx: Tx, actor: Actor, act: Act): Promise<number> =>
  act.changeSetId ?? openItemSet(tx, { ...act, actor })

/** The one way by which tasks are created and changed: with the ledger, the event and the reminders. */
export function createTaskDoor(neighbours: DoorNeighbours) {
  const { ledger, files, check, repeats } = neighbours
  const prepareTasks = createTaskPreparing(check)

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
    const differing = tasks.filter(({ before, after }) => !areSame(before?.fileIds ?? [], after.fileIds))
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
    numbered: NumberedTasks,
  ): Promise<readonly WrittenTask[]> {
    const { tenantId } = actor
    const written = await insertNumbered(tx, tenantId, numbered, act.at)
    if (written.length === 0) return written
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
    return written
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
    const prepared = await prepareTasks(tx, actor, act.at, drafts)
    const { taskIds, refused } = prepared
    if (prepared.tasks.length === 0) return { changeSetId: act.changeSetId ?? null, taskIds, refused }
    const changeSetId = await openSet(tx, actor, act)
    await insert(tx, actor, { ...act, changeSetId }, prepared)
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
    if (next.length > 0) await insert(tx, actor, opened, await numberTasks(tx, next))
    return outcome
  }

  return { prepareTasks, createTasks, changeTasks, insert, update }
}

export type TaskDoor = ReturnType<typeof createTaskDoor>
