import { lifecycleChanged } from '@steward/contracts/event/setting.event'
import type { LevelId } from '@steward/contracts/level'
import type { Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import { freeName, movedTo, type StoredStage } from './lifecycle.rules.ts'
import { closeStage, listStages, lockStages, markDeleted, markOpen, putOrder } from './lifecycle.store.ts'
import { refuseOtherLevel, refusePipelines, unknownStage } from './stage.faults.ts'

function closing({ displayName }: StoredStage): AppError {
  const message = `"${displayName}" is already being deleted. Wait until its records have moved.`
  return new AppError('conflict', 'lifecycle.closing', message)
}

function refuseNeeded(stage: StoredStage, among: readonly StoredStage[]): void {
  if (stage.closed) throw closing(stage)
  if (among.length < 2) {
    const message = 'This is the last stage of its level. Add another one first.'
    throw new AppError('conflict', 'lifecycle.last', message)
  }
  if (stage.isDefault) {
    const message = `New records get "${stage.displayName}". Make another stage the default first.`
    throw new AppError('conflict', 'lifecycle.default', message)
  }
}

function wrongTarget(message: string): AppError {
  return invalid('lifecycle.move_to', { moveTo: message })
}

function findTarget(stage: StoredStage, all: readonly StoredStage[], moveTo: number): StoredStage {
  if (moveTo === stage.stageId)
    throw wrongTarget("Records can't be moved to the stage that is being deleted.")
  const target = all.find(({ stageId, deleted }) => stageId === moveTo && !deleted)
  if (!target) throw wrongTarget('The target stage does not exist. It may have been deleted.')
  if (target.level !== stage.level) throw wrongTarget('Choose a stage of the same level to move records to.')
  if (target.closed) {
    const message = `"${target.displayName}" is itself being deleted. Choose another stage.`
    throw new AppError('conflict', 'lifecycle.closing', message, { moveTo: message })
  }
  return target
}

/** Gives the stages of a level their places again, one of them at a given place. */
async function renumber(
  tx: Tx,
  tenantId: number,
  level: LevelId,
  placed?: { stageId: number; position: number },
): Promise<void> {
  const among = (await listStages(tx, tenantId)).filter((one) => one.level === level && !one.deleted)
  const ids = among.map(({ stageId }) => stageId)
  await putOrder(tx, tenantId, placed ? movedTo(ids, placed.stageId, placed.position) : ids)
}

/**
 * Taking a stage away, in steps for anyone who moves its records: `close`, then `remove` once it is empty;
 * `bringBack` undoes both. Each works in the caller's transaction, who calls `forget` after its commit.
 */
export const stageClosing = {
  /**
   * Lets no more records into a stage. Errors: not_found; invalid_input at `entityLevel` or `moveTo`;
   * conflict where it is the default, the last one, or one of the two is being deleted.
   */
  async close(
    tx: Tx,
    tenantId: number,
    stageId: number,
    wish: { entityLevel: LevelId; moveTo: number | null; at: Date },
  ): Promise<{ stage: StoredStage; target: StoredStage | null }> {
    refusePipelines(wish.entityLevel)
    await lockStages(tx, tenantId)
    const all = await listStages(tx, tenantId)
    const kept = all.filter(({ deleted }) => !deleted)
    const stage = kept.find((one) => one.stageId === stageId)
    if (!stage) throw unknownStage()
    refuseOtherLevel(stage.level, wish.entityLevel)
    refuseNeeded(
      stage,
      kept.filter((one) => one.level === stage.level),
    )
    const target = wish.moveTo === null ? null : findTarget(stage, all, wish.moveTo)
    await closeStage(tx, tenantId, stageId, wish.at)
    return { stage, target }
  },

  /** Takes a closed stage away. It keeps its name and place for its return. */
  async remove(tx: Tx, tenantId: number, stageId: number, at: Date): Promise<StoredStage> {
    await lockStages(tx, tenantId)
    const stage = (await listStages(tx, tenantId)).find((one) => one.stageId === stageId)
    if (!stage) throw unknownStage()
    await markDeleted(tx, tenantId, stageId, at)
    await renumber(tx, tenantId, stage.level)
    await publish(tx, tenantId, lifecycleChanged, { level: stage.level, stageId })
    return stage
  },

  /** Opens a stage that was closed or deleted, at its place; under another name where someone took its own. */
  async bringBack(tx: Tx, tenantId: number, stageId: number): Promise<void> {
    await lockStages(tx, tenantId)
    const all = await listStages(tx, tenantId)
    const stage = all.find((one) => one.stageId === stageId)
    if (!stage?.closed) return
    const taken = all.filter((one) => one.level === stage.level && !one.deleted && one !== stage)
    const names = taken.map(({ displayName }) => displayName)
    await markOpen(tx, tenantId, stageId, freeName(stage.displayName, names))
    await renumber(tx, tenantId, stage.level, stage)
    await publish(tx, tenantId, lifecycleChanged, { level: stage.level, stageId })
  },

  /** Takes a stage away if it is closed. */
  async removeClosed(tx: Tx, tenantId: number, stageId: number, at: Date): Promise<void> {
    const stage = (await listStages(tx, tenantId)).find((one) => one.stageId === stageId)
    if (stage?.closed && !stage.deleted) await stageClosing.remove(tx, tenantId, stageId, at)
  },

  /** Closes a stage that came back once more. False where it is gone, closed already, or new records get it. */
  async closeAgain(tx: Tx, tenantId: number, stageId: number, at: Date): Promise<boolean> {
    await lockStages(tx, tenantId)
    const stage = (await listStages(tx, tenantId)).find((one) => one.stageId === stageId)
    if (!stage || stage.deleted || stage.closed || stage.isDefault) return false
    await closeStage(tx, tenantId, stageId, at)
    return true
  },
}
