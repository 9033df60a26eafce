import { roleMay } from '@steward/contracts/plain/permission'
import { bulkUndone } from '@steward/contracts/event/bulk.event'
import { levels, type LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { publish } from '../../platform/events/events.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Brought } from '../field/index.ts'
import { undoWindow, type UndoAct } from '../ledger/index.ts'
import { markUndone, type PlanContext } from '../record/index.ts'
import { insertKept } from './bulk-item.store.ts'
import { actorOf, type BulkNeighbours } from './bulk.setup.ts'
import { TakenOver, isActive } from './bulk.state.ts'
import { endUndo, noteUndo } from './bulk-progress.store.ts'
import { findJob, listParts, type JobRow } from './bulk.store.ts'

const windowSize = 1000

type UndoNeighbours = Pick<BulkNeighbours, 'users' | 'records' | 'ledger' | 'fields'>

/** What a job brought beside its records, as far as the undoer may take it away. */
function broughtBy({ level, newOptions, config }: JobRow, actor: Actor): Brought {
  const mayDelete = roleMay(actor.roleId, 'field.administer')
  return { level, options: newOptions, fields: mayDelete ? config.newFields : [] }
}

function publishUndone(tx: Tx, tenantId: number, job: JobRow & { undoUserId: number }): Promise<void> {
  return publish(tx, tenantId, bulkUndone, {
    jobId: job.jobId,
    job: {
      userId: job.undoUserId,
      type: job.type === 10 ? 'update' : 'import',
      level: job.level,
      name: job.fileName ?? job.bulkUpdate?.label ?? null,
      outcome: 'done',
      created: 0,
      updated: job.undone,
      refused: job.kept,
    },
  })
}

/** Undoes one window of an import; answers whether more is to be done. */
async function undoOne(
  platform: Platform,
  neighbours: UndoNeighbours,
  tenantId: number,
  job: JobRow & { changeSetId: number; undoUserId: number },
): Promise<boolean> {
  const starter = { userId: job.undoUserId, via: job.undoVia }
  const actor = await actorOf(neighbours.users, tenantId, starter)
  return transact(platform.database.tenant(tenantId), async (tx) => {
    const contexts = new Map<LevelId, PlanContext>()
    for (const { id } of levels) contexts.set(id, await neighbours.records.context(tx, actor, id))
    const act: UndoAct = {
      source: 'undo',
      action: 'undo',
      at: platform.clock.now(),
      undoOf: job.changeSetId,
      ...(job.undoChangeSetId === null ? {} : { changeSetId: job.undoChangeSetId }),
    }
    const contextOf = async (level: LevelId) => contexts.get(level) as PlanContext
    const place = { kind: job.undoKind ?? 2, recordId: job.undoBelow }
    const done = await undoWindow(tx, { actor, contextOf }, act, place, windowSize)
    const kept = await neighbours.ledger.namesOfKept(actor, done.kept)
    await insertKept(tx, tenantId, job.jobId, kept)
    const isOurs = await noteUndo(tx, tenantId, job.jobId, {
      undone: done.undone,
      kept: kept.length,
      changeSetId: done.changeSetId,
      from: { kind: job.undoKind, recordId: job.undoBelow },
      to: done.next,
    })
    if (!isOurs) throw new TakenOver(job.jobId)
    if (done.next !== null) return true
    await neighbours.fields.removeUnused(tx, tenantId, broughtBy(job, actor))
    if (done.changeSetId !== null) await markUndone(tx, tenantId, job.changeSetId, done.changeSetId)
    if (job.bundleId === null) {
      const undone = job.undone + done.undone
      await publishUndone(tx, tenantId, { ...job, undone, kept: job.kept + kept.length })
    }
    return false
  })
}

/** Undoes the parts of related files, the last one first. */
async function undoParts(
  platform: Platform,
  neighbours: UndoNeighbours,
  tenantId: number,
  bundle: JobRow & { undoUserId: number },
  signal: AbortSignal,
): Promise<void> {
  const db = platform.database.tenant(tenantId)
  for (const { jobId } of (await listParts(db, tenantId, [bundle.jobId])).toReversed()) {
    await undoJob(platform, neighbours, tenantId, jobId, signal)
    if (signal.aborted) return
  }
  await transact(db, async (tx) => {
    const { undone, kept } = await endUndo(tx, tenantId, bundle.jobId)
    await publishUndone(tx, tenantId, { ...bundle, undone, kept })
  })
}

/** Undoes an import window by window, from where it stands; one that is cut off goes on later. */
export async function undoJob(
  platform: Platform,
  neighbours: UndoNeighbours,
  tenantId: number,
  jobId: number,
  signal: AbortSignal,
): Promise<void> {
  for (let more = true; more && !signal.aborted;) {
    const job = await findJob(platform.database.tenant(tenantId), tenantId, jobId)
    if (!job || job.changeSetId === null || job.undoUserId === null) return
    if (!isActive(job.undoState)) return
    const { changeSetId, undoUserId } = job
    if (job.isBundle) return undoParts(platform, neighbours, tenantId, { ...job, undoUserId }, signal)
    await yieldToCalls()
    more = await undoOne(platform, neighbours, tenantId, { ...job, changeSetId, undoUserId })
    if (!more) await neighbours.fields.forget(tenantId)
  }
}
