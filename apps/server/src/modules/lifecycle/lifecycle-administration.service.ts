import { lifecycleChanged } from '@steward/contracts/event/setting.event'
import type { LevelId } from '@steward/contracts/level'
import {
  lifecycleLimits,
  type CreateStage,
  type LifecycleStage,
  type StageColour,
  type StageUsage,
} from '@steward/contracts/lifecycle'
import type { Actor } from '../../platform/actor.ts'
import type { TenantCache } from '../../platform/cache/tenant-cache.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { seenBy } from '../../platform/use.ts'
import type { AuditService } from '../audit/index.ts'
import {
  isSameName,
  movedTo,
  stagesOf,
  type Stage,
  type Stages,
  type StoredStage,
} from './lifecycle.rules.ts'
import { createStage, nameTaken } from './lifecycle.service.ts'
import { listStages, lockStages, putDefault, putOrder, updateStage } from './lifecycle.store.ts'
import type { StageUseRegistry } from './lifecycle-use.registry.ts'
import { unknownStage, refuseOtherLevel, refusePipelines } from './stage.faults.ts'

export interface AdministrationParts {
  audit: AuditService
  cache: TenantCache<Stages>
  registry: StageUseRegistry
}

interface Named {
  entityLevel: LevelId
}

/** The stages of a level as a writer finds them, who keeps others from changing them. */
async function holdLevel(tx: Tx, tenantId: number, level: LevelId): Promise<StoredStage[]> {
  refusePipelines(level)
  await lockStages(tx, tenantId)
  const all = await listStages(tx, tenantId)
  return all.filter((stage) => stage.level === level && !stage.deleted)
}

async function holdStage(
  tx: Tx,
  tenantId: number,
  stageId: number,
  level: LevelId,
): Promise<{ stage: StoredStage; among: StoredStage[] }> {
  await lockStages(tx, tenantId)
  const all = (await listStages(tx, tenantId)).filter(({ deleted }) => !deleted)
  const stage = all.find((one) => one.stageId === stageId)
  if (!stage) throw unknownStage()
  refuseOtherLevel(stage.level, level)
  return { stage, among: all.filter((one) => one.level === level) }
}

function refuseTaken(among: readonly StoredStage[], displayName: string, except?: number): void {
  const taken = among.some((one) => one.stageId !== except && isSameName(one.displayName, displayName))
  if (taken) throw nameTaken(displayName)
}

/** What an administrator does with stages, but for deleting them. Each act tells `lifecycle.changed`. */
export function createLifecycleAdministration(
  platform: Platform,
  { audit, cache, registry }: AdministrationParts,
) {
  /** Makes a change and answers the stages of the level as they are then. */
  async function write(
    actor: Actor,
    level: LevelId,
    work: (tx: Tx) => Promise<{ action: string; summary: string; stageId: number; details?: object }>,
  ): Promise<{ stages: readonly Stage[]; stageId: number }> {
    const { tenantId } = actor
    const done = await transact(platform.database.tenant(tenantId), async (tx) => {
      const { action, summary, stageId, details = {} } = await work(tx)
      const stages = stagesOf(await listStages(tx, tenantId)).byLevel(level)
      const name = stages.find((one) => one.lifecycleStageId === stageId)?.displayName ?? ''
      await audit.write(tx, tenantId, {
        action,
        summary,
        actor,
        subject: { kind: 'lifecycle_stage', id: stageId, name },
        details: { ...details },
      })
      await publish(tx, tenantId, lifecycleChanged, { level, stageId })
      return { stages, stageId }
    })
    await cache.forget(tenantId)
    return done
  }

  async function writeOne(...args: Parameters<typeof write>): Promise<LifecycleStage> {
    const { stages, stageId } = await write(...args)
    return stages.find((one) => one.lifecycleStageId === stageId) as Stage
  }

  return {
    /** Adds a stage at the end of its level. Errors: conflict `lifecycle.name_taken`, `lifecycle.too_many`. */
    create: (actor: Actor, { entityLevel: level, displayName, colour }: CreateStage) =>
      writeOne(actor, level, async (tx) => {
        const among = await holdLevel(tx, actor.tenantId, level)
        refuseTaken(among, displayName)
        if (among.length >= lifecycleLimits.stages) {
          const message = `A level can have at most ${lifecycleLimits.stages} stages. Delete one first.`
          throw new AppError('conflict', 'lifecycle.too_many', message)
        }
        // Who comes first is the one that new records get.
        const isDefault = among.length === 0
        const stageId = await createStage(tx, actor.tenantId, { level, displayName, colour, isDefault })
        return {
          action: 'lifecycle_stage.created',
          summary: `Added the lifecycle stage “${displayName}”`,
          stageId,
        }
      }),

    /** Errors: not_found, conflict `lifecycle.name_taken`. */
    rename: (actor: Actor, stageId: number, input: Named & { displayName: string }) =>
      writeOne(actor, input.entityLevel, async (tx) => {
        const { displayName } = input
        const { stage, among } = await holdStage(tx, actor.tenantId, stageId, input.entityLevel)
        refuseTaken(among, displayName, stageId)
        await updateStage(tx, actor.tenantId, stageId, { ...stage, displayName })
        return {
          action: 'lifecycle_stage.renamed',
          summary: `Renamed the lifecycle stage “${stage.displayName}” to “${displayName}”`,
          stageId,
          details: { before: stage.displayName, after: displayName },
        }
      }),

    /** Gives a stage a color of its own, or with null the one of its place. */
    colour: (actor: Actor, stageId: number, input: Named & { colour: StageColour | null }) =>
      writeOne(actor, input.entityLevel, async (tx) => {
        const { stage } = await holdStage(tx, actor.tenantId, stageId, input.entityLevel)
        await updateStage(tx, actor.tenantId, stageId, { ...stage, colour: input.colour })
        return {
          action: 'lifecycle_stage.coloured',
          summary: `Changed the color of the lifecycle stage “${stage.displayName}”`,
          stageId,
          details: { before: stage.colour, after: input.colour },
        }
      }),

    /** Puts a stage at a place, counted from 1. Error: invalid_input where the level has no such place. */
    async reorder(
      actor: Actor,
      stageId: number,
      { entityLevel, reorderTo }: Named & { reorderTo: number },
    ): Promise<LifecycleStage[]> {
      const { stages } = await write(actor, entityLevel, async (tx) => {
        const { stage, among } = await holdStage(tx, actor.tenantId, stageId, entityLevel)
        if (reorderTo > among.length) {
          const message = `There are ${among.length} stages. Choose a position from 1 to ${among.length}.`
          throw invalid('lifecycle.place', { reorderTo: message })
        }
        const order = movedTo(
          among.map((one) => one.stageId),
          stageId,
          reorderTo,
        )
        await putOrder(tx, actor.tenantId, order)
        return {
          action: 'lifecycle_stage.reordered',
          summary: `Moved the lifecycle stage “${stage.displayName}” to position ${reorderTo}`,
          stageId,
        }
      })
      return [...stages]
    },

    /** Makes a stage the one that new records of its level get. */
    async setDefault(
      actor: Actor,
      { entityLevel, lifecycleStageId: stageId }: Named & { lifecycleStageId: number },
    ): Promise<LifecycleStage[]> {
      const { stages } = await write(actor, entityLevel, async (tx) => {
        const { stage, among } = await holdStage(tx, actor.tenantId, stageId, entityLevel)
        if (stage.closed) {
          const message = `"${stage.displayName}" is being deleted. Choose another stage as the default.`
          throw new AppError('conflict', 'lifecycle.closing', message, { lifecycleStageId: message })
        }
        const before = among.find(({ isDefault }) => isDefault)?.displayName ?? null
        await putDefault(tx, actor.tenantId, entityLevel, stageId)
        return {
          action: 'lifecycle_stage.default',
          summary: `Made “${stage.displayName}” the default lifecycle stage`,
          stageId,
          details: { before, after: stage.displayName },
        }
      })
      return [...stages]
    },

    /** How many records are in a stage, and what else names it. */
    async usage(actor: Actor, stageId: number): Promise<StageUsage> {
      const stage = (await cache.get(actor.tenantId)).byId.get(stageId)
      if (!stage) throw unknownStage()
      const [records, uses] = await Promise.all([
        registry.countRecords(actor.tenantId, stage.entityLevel),
        registry.findUses(actor.tenantId, stage),
      ])
      return {
        records: records.get(stageId) ?? { live: 0, churned: 0, archived: 0 },
        uses: uses.map((use) => seenBy(actor, use)),
      }
    },
  }
}

export type LifecycleAdministration = ReturnType<typeof createLifecycleAdministration>
