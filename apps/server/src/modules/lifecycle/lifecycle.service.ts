import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError, violatedConstraint } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { firstStages, stagesOf, type Stage, type Stages } from './lifecycle.rules.ts'
import { insertStage, listStages, type NewStage } from './lifecycle.store.ts'

export interface LifecycleService {
  /** The stages of the tenant; cached. */
  stages(tenantId: number): Promise<Stages>
  /**
   * Adds a stage after the last one of its level and returns its id. Call `forget` after the commit.
   * Throws `conflict` when the level has a stage of that name.
   */
  createStage(tx: Tx, tenantId: number, stage: NewStage): Promise<number>
  /** Makes every process read the tenant's stages again. */
  forget(tenantId: number): Promise<void>
  /** The stages of a level in their order; pipelines have none. */
  listStages(actor: Actor, level: LevelId): Promise<readonly Stage[]>
}

async function createStage(tx: Tx, tenantId: number, stage: NewStage): Promise<number> {
  try {
    return await insertStage(tx, tenantId, stage)
  } catch (error) {
    if (violatedConstraint(error) !== 'lifecycle_stage_name') throw error
    const message = `There is already a lifecycle stage named "${stage.displayName}". Choose another name.`
    throw new AppError('conflict', 'lifecycle.name_taken', message, { displayName: message })
  }
}

/** Gives a new tenant the stages it begins with. */
export async function seedStages(tx: Tx, tenantId: number): Promise<void> {
  for (const { level, names } of firstStages) {
    for (const [index, displayName] of names.entries()) {
      await createStage(tx, tenantId, { level, displayName, isDefault: index === 0 })
    }
  }
}

export function createLifecycleService(platform: Platform): LifecycleService {
  const cache = platform.caches.create('lifecycle', async (tenantId, db) =>
    stagesOf(await listStages(db, tenantId)),
  )
  return {
    stages: (tenantId) => cache.get(tenantId),
    createStage,
    forget: (tenantId) => cache.forget(tenantId),
    listStages: async ({ tenantId }, level) => (await cache.get(tenantId)).byLevel(level),
  }
}
