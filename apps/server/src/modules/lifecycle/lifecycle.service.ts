import type { LevelId } from '@steward/contracts/level'
import type { LifecycleStage } from '@steward/contracts/lifecycle'
import { may, type Actor } from '../../platform/actor.ts'
import type { TenantCache } from '../../platform/cache/tenant-cache.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError, violatedConstraint } from '../../platform/errors.ts'
import { firstStages, type Stage, type Stages } from './lifecycle.rules.ts'
import { insertStage, type NewStage } from './lifecycle.store.ts'
import type { StageUseRegistry } from './lifecycle-use.registry.ts'

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
  /** The stages of a level in their order, with how many records are in each where that is asked and allowed. */
  listStages(actor: Actor, level: LevelId, withRecords?: boolean): Promise<readonly LifecycleStage[]>
}

export function nameTaken(displayName: string): AppError {
  const message = `There is already a lifecycle stage named "${displayName}". Choose another name.`
  return new AppError('conflict', 'lifecycle.name_taken', message, { displayName: message })
}

export async function createStage(tx: Tx, tenantId: number, stage: NewStage): Promise<number> {
  try {
    return await insertStage(tx, tenantId, stage)
  } catch (error) {
    throw violatedConstraint(error) === 'lifecycle_stage_name' ? nameTaken(stage.displayName) : error
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

const none = { live: 0, churned: 0, archived: 0 }

export function createLifecycleService(
  cache: TenantCache<Stages>,
  registry: StageUseRegistry,
): LifecycleService {
  return {
    stages: (tenantId) => cache.get(tenantId),
    createStage,
    forget: (tenantId) => cache.forget(tenantId),
    async listStages(actor, level, withRecords = false) {
      const stages: readonly Stage[] = (await cache.get(actor.tenantId)).byLevel(level)
      // Anyone who sees only their own records is not given the totals of all.
      if (!withRecords || !may(actor, 'lifecycle.administer')) return stages
      const counts = await registry.countRecords(actor.tenantId, level)
      return stages.map((stage) => ({ ...stage, records: counts.get(stage.lifecycleStageId) ?? none }))
    },
  }
}
