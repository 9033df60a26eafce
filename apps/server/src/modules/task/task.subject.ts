import { taskChanged } from '@steward/contracts/event/task.event'
import { changeKindIds } from '@steward/contracts/record-history'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import type { FileService } from '../file/index.ts'
import type { Ledger, LedgerSubject, Reversal } from '../ledger/index.ts'
import type { TimelineService } from '../timeline/index.ts'
import { findSeenRecords, taskScopeSql } from './task.policy.ts'
import { labelOf } from './task.history.rules.ts'
import { taskSubject, type ChangedTasks, type TaskDoor } from './task.door.ts'
import { toInsert } from './task.check.ts'
import { taskEvent } from './task.event.ts'
import { pick, keys, type TaskState } from './task.state.ts'
import { deleteTasks, findCommented, lockTasks, readTitles } from './task.store.ts'

type SubjectAct = Parameters<LedgerSubject['apply']>[2]

export interface SubjectNeighbours {
  door: TaskDoor
  ledger: Pick<Ledger, 'writeItems'>
  files: Pick<FileService, 'release'>
  timeline: Pick<TimelineService, 'remove' | 'restore'>
}

const outOfSight = "It was deleted since, or you can't see it."
const isCommented = 'It has comments, so it is kept.'

/** An activity that is there, or gone, already: an undo changes nothing of it. */
async function unlessConflict(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found'))) throw error
  }
}

/** The titles of tasks that the actor sees. */
export const seenTitles = (db: Db | Tx, actor: Actor, taskIds: readonly number[]) =>
  readTitles(db, actor.tenantId, taskIds, taskScopeSql(actor, 't'))

/** Restores tasks in an undo. */
export function createTaskSubject({ door, ledger, files, timeline }: SubjectNeighbours): LedgerSubject {
  /** The activities of completions go and come back with them. */
  async function followActivities(tx: Tx, actor: Actor, changed: ChangedTasks['changed']): Promise<void> {
    for (const { before, after } of changed) {
      if (before.activityId === after.activityId) continue
      if (before.activityId !== null) {
        await unlessConflict(timeline.remove(tx, actor, before.activityId, 'activity'))
      }
      if (after.activityId !== null) await unlessConflict(timeline.restore(tx, actor, after.activityId))
    }
  }

  async function remove(tx: Tx, actor: Actor, act: SubjectAct, ids: readonly number[]): Promise<number[]> {
    const { tenantId } = actor
    const found = [...(await lockTasks(tx, tenantId, ids, taskScopeSql(actor, 't'))).values()]
    if (found.length === 0) return []
    const told = found.map(({ taskId, state }) => ({ taskId, before: state }))
    await ledger.writeItems(
      tx,
      tenantId,
      act.changeSetId,
      taskSubject,
      found.map(({ taskId, version, state }) => ({
        itemId: taskId,
        kind: changeKindIds.delete,
        before: pick(state, keys),
        after: null,
        version: version + 1,
      })),
    )
    await deleteTasks(
      tx,
      tenantId,
      found.map(({ taskId }) => taskId),
    )
    const fileIds = found.flatMap(({ state }) => state.fileIds)
    if (fileIds.length > 0) await files.release(tx, tenantId, fileIds)
    await publish(tx, tenantId, taskChanged, taskEvent({ ...act, actor }, 'deleted', told))
    return found.map(({ taskId }) => taskId)
  }

  async function change(
    tx: Tx,
    actor: Actor,
    act: SubjectAct,
    reversals: readonly Extract<Reversal, { kind: 'update' }>[],
  ): Promise<number[]> {
    const ids = reversals.map(({ itemId }) => itemId)
    const found = await lockTasks(tx, actor.tenantId, ids, taskScopeSql(actor, 't'))
    const changed = reversals.flatMap(({ itemId, values }): ChangedTasks['changed'] => {
      const task = found.get(itemId)
      if (!task) return []
      const { state: before, version } = task
      return [{ taskId: itemId, before, after: { ...before, ...values } as TaskState, version: version + 1 }]
    })
    if (changed.length > 0) await door.update(tx, actor, act, changed)
    await followActivities(tx, actor, changed)
    return changed.map(({ taskId }) => taskId)
  }

  /** Tasks come back where their record is there, and in sight. */
  async function restore(
    tx: Tx,
    actor: Actor,
    act: SubjectAct,
    reversals: readonly Extract<Reversal, { kind: 'restore' }>[],
  ): Promise<number[]> {
    const states = reversals.map(({ itemId, state, version }) => ({
      itemId,
      version,
      state: state as unknown as TaskState,
    }))
    const recordIds = states.flatMap(({ state }) => state.recordId ?? [])
    const seen = await findSeenRecords(tx, actor, recordIds)
    const tasks = states.flatMap(({ itemId, version, state }) =>
      state.recordId === null || seen.has(state.recordId) ? [{ taskId: itemId, version, state }] : [],
    )
    if (tasks.length === 0) return []
    const written = await door.insert(tx, actor, act, toInsert(tasks, false))
    return written.map(({ taskId }) => taskId)
  }

  return {
    name: taskSubject,
    labelOf,
    titlesOf: seenTitles,
    async apply(tx, actor, act, reversals) {
      const of = <Kind extends Reversal['kind']>(kind: Kind) =>
        reversals.filter((one): one is Extract<Reversal, { kind: Kind }> => one.kind === kind)
      const [removals, changes, returning] = [of('delete'), of('update'), of('restore')]
      const done = new Set<number>()
      const created = removals.map(({ itemId }) => itemId)
      const commented =
        created.length > 0 ? await findCommented(tx, actor.tenantId, created) : new Set<number>()
      const unused = created.filter((id) => !commented.has(id))
      if (unused.length > 0) for (const id of await remove(tx, actor, act, unused)) done.add(id)
      if (changes.length > 0) for (const id of await change(tx, actor, act, changes)) done.add(id)
      if (returning.length > 0) for (const id of await restore(tx, actor, act, returning)) done.add(id)
      return reversals.flatMap(({ itemId }) =>
        done.has(itemId) ? [] : [{ itemId, message: commented.has(itemId) ? isCommented : outOfSight }],
      )
    },
  }
}
