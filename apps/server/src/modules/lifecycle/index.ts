import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addLifecycleRoutes } from './lifecycle.routes.ts'
import { createLifecycleService, seedStages, type LifecycleService } from './lifecycle.service.ts'

export type { Stage, Stages } from './lifecycle.rules.ts'
export type { LifecycleService } from './lifecycle.service.ts'
export type { NewStage } from './lifecycle.store.ts'

/** The stages a customer goes through, for each level. */
export function createLifecycleModule(platform: Platform): { module: Module; service: LifecycleService } {
  const service = createLifecycleService(platform)
  return {
    module: { addRoutes: (api) => addLifecycleRoutes(api, service), seedTenant: seedStages },
    service,
  }
}
