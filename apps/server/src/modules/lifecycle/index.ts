import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { createLifecycleAdministration } from './lifecycle-administration.service.ts'
import { addLifecycleRoutes } from './lifecycle.routes.ts'
import { stagesOf } from './lifecycle.rules.ts'
import { createLifecycleService, seedStages } from './lifecycle.service.ts'
import { listStages } from './lifecycle.store.ts'
import { createStageUseRegistry } from './lifecycle-use.registry.ts'
import { stageClosing } from './stage-closing.service.ts'

export type { Stage, Stages } from './lifecycle.rules.ts'
export { holdStages, type NewStage } from './lifecycle.store.ts'
export { isStageField, namesStage } from './stage-naming.rules.ts'
export type { FindStageUses, StageUse } from './lifecycle-use.registry.ts'

/** The stages a customer goes through, for each level. */
function createLifecycleModule(platform: Platform, { audit }: { audit: AuditService }) {
  const registry = createStageUseRegistry()
  const cache = platform.caches.create('lifecycle', async (tenantId, db) =>
    stagesOf(await listStages(db, tenantId)),
  )
  const service = createLifecycleService(cache, registry)
  const administration = createLifecycleAdministration(platform, { audit, cache, registry })
  const { registerUse, registerRecords } = registry
  const module: Module = {
    addRoutes: (api) => addLifecycleRoutes(api, service, administration),
    seedTenant: seedStages,
  }
  return { module, service: { ...service, closing: stageClosing, registerUse, registerRecords } }
}

export type LifecycleService = ReturnType<typeof createLifecycleModule>['service']

export const lifecycleModule = defineModule({ needs: { audit: auditModule }, create: createLifecycleModule })
