import type { RemoveStage, StageRemoval } from '@steward/contracts/stage-removal'
import { finishing, type Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { progressed } from '../../platform/jobs/progress.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import { schedule } from '../../platform/schedule/schedule.ts'
import type { AuditService } from '../audit/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { LifecycleService } from '../lifecycle/index.ts'
import { openChangeSet, writeValues } from '../record/index.ts'
import {
  countInStage,
  findRemoval,
  insertRemoval,
  listInStage,
  lockRemoval,
  movingSource,
  noteMoved,
  type Removal,
} from './stage-removal.store.ts'
import { refuseTarget } from './stage-removal.target.ts'

export interface RemovalNeighbours {
  audit: AuditService
  lifecycle: LifecycleService
  ledger: Ledger
}

export const removalTask = 'stage-removal.move'
/** Scheduled work: a removal that its call should have ended by then. */
export const takeOver = 'stage-removal.take-over'

/** Records that move in one transaction; a removal of more is left to a job. */
const windowSize = 5000
/** Milliseconds after which a job takes over a removal that its call did not end. */
const takeOverAfter = 15_000

const records = (count: number): string => `${count} ${count === 1 ? 'record' : 'records'}`

function present(removal: Removal): StageRemoval {
  const { stageId, moveTo, total, moved, changeSetId, requestedAt, finishedAt } = removal
  return {
    lifecycleStageId: stageId,
    moveTo,
    state: finishedAt ? 'done' : 'moving',
    total,
    moved,
    changeSetId,
    requestedAt: requestedAt.toISOString(),
  }
}

/** Deleting stages: first closed, then emptied window by window as one change set, at last gone. */
export function createRemovalService(platform: Platform, neighbours: RemovalNeighbours) {
  const { audit, lifecycle } = neighbours
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  async function begin(tx: Tx, actor: Actor, stageId: number, wish: RemoveStage): Promise<Removal> {
    const { tenantId, userId } = actor
    const at = platform.clock.now()
    const moveTo = wish.moveTo ?? null
    const { entityLevel: level } = wish
    const { stage, target } = await lifecycle.closing.close(tx, tenantId, stageId, {
      entityLevel: level,
      moveTo,
      at,
    })
    await refuseTarget(tx, tenantId, stageId, stage.displayName)
    const total = await countInStage(tx, tenantId, stageId)
    if (total > 0 && target === null) {
      throw invalid('lifecycle.move_to', {
        moveTo: `Choose a stage for ${records(total)} of "${stage.displayName}".`,
      })
    }
    const changeSetId = await openChangeSet(tx, { actor, action: 'deleteStage', at }, { level, records: 0 })
    const removal = { stageId, moveTo, userId, changeSetId, requestedAt: at, total }
    const goes = target && total > 0 ? `; ${records(total)} move to “${target.displayName}”` : ''
    await audit.write(tx, tenantId, {
      action: 'lifecycle_stage.deleted',
      summary: `Deleted the lifecycle stage “${stage.displayName}”${goes}`,
      actor,
      subject: { kind: 'lifecycle_stage', id: stageId, name: stage.displayName },
      details: { moveTo: target?.displayName ?? null, records: total, changeSetId },
    })
    return insertRemoval(tx, tenantId, removal)
  }

  /** Moves the next records of a stage, and takes it away once it is empty. */
  async function moveSome(tenantId: number, removalId: number): Promise<Removal | undefined> {
    return transact(dbOf(tenantId), async (tx) => {
      const removal = await lockRemoval(tx, tenantId, removalId)
      if (!removal || removal.finishedAt) return removal
      const { userId, changeSetId, stageId } = removal
      const at = platform.clock.now()
      const level = (await lifecycle.stages(tenantId)).named.get(stageId)?.entityLevel ?? 1
      const ids = await listInStage(tx, tenantId, stageId, windowSize)
      await writeValues(
        tx,
        { actor: finishing({ tenantId, userId }), action: 'deleteStage', at, changeSetId },
        { level, keys: ['stageId'], source: movingSource(ids, removal.moveTo) },
      )
      const isEmpty = ids.length < windowSize
      if (isEmpty) await lifecycle.closing.remove(tx, tenantId, stageId, at)
      const next = { ...removal, moved: removal.moved + ids.length, finishedAt: isEmpty ? at : null }
      await noteMoved(tx, tenantId, removalId, next)
      return next
    })
  }

  /** Continues until the stage is gone, or someone asks to stop. */
  async function finish(tenantId: number, removalId: number, signal?: AbortSignal): Promise<void> {
    for (;;) {
      const removal = await moveSome(tenantId, removalId)
      if (!removal || removal.finishedAt) break
      await progressed()
      await yieldToCalls()
      if (signal?.aborted) return askForMoving(tenantId, removalId)
    }
    await lifecycle.forget(tenantId)
  }

  function askForMoving(tenantId: number, removalId: number, db: Db | Tx = dbOf(tenantId)): Promise<void> {
    const key = `${removalTask}:${tenantId}:${removalId}`
    return addJob(db, { task: removalTask, payload: { tenantId, removalId }, key })
  }

  /** Has a job take over a removal that its call does not end, because its process was killed. */
  function scheduleTakeOver(tx: Tx, tenantId: number, removalId: number): Promise<void> {
    const dueAt = new Date(platform.clock.now().getTime() + takeOverAfter)
    return schedule(tx, tenantId, { kind: takeOver, key: String(removalId), dueAt })
  }

  async function read(tenantId: number, stageId: number): Promise<StageRemoval> {
    const removal = await findRemoval(dbOf(tenantId), tenantId, stageId)
    if (removal) return present(removal)
    throw notFound('lifecycle.not_deleted', 'This lifecycle stage was not deleted.')
  }

  return {
    finish,
    askForMoving: (tenantId: number, removalId: number) => askForMoving(tenantId, removalId),

    /** How far the deletion of a stage is. Error: not_found where no one asked for one. */
    read: (actor: Actor, stageId: number) => read(actor.tenantId, stageId),

    /**
     * Deletes a stage, whose records move to another. Few have moved when this answers; many are moved by a
     * job. Errors: those of closing a stage; invalid_input at `moveTo` where records need one.
     */
    async remove(actor: Actor, stageId: number, wish: RemoveStage): Promise<StageRemoval> {
      const { tenantId } = actor
      const removal = await transact(dbOf(tenantId), async (tx) => {
        const begun = await begin(tx, actor, stageId, wish)
        if (begun.total < windowSize) await scheduleTakeOver(tx, tenantId, begun.removalId)
        else await askForMoving(tenantId, begun.removalId, tx)
        return begun
      })
      await lifecycle.forget(tenantId)
      if (removal.total < windowSize) await finish(tenantId, removal.removalId)
      return read(tenantId, stageId)
    },
  }
}

export type RemovalService = ReturnType<typeof createRemovalService>
