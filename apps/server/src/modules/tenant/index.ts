import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { addAppearanceRoutes } from './appearance.routes.ts'
import { createAppearanceService } from './appearance.service.ts'

export {
  findFirstTenant,
  findSoleTenant,
  insertTenant,
  lockInstance,
  readAppearance,
  readFetchesLogos,
  readStartPage,
  readTenantName,
  setFetchesLogos,
  setStartPage,
  takeTenantId,
} from './tenant.store.ts'

/** The companies of the instance, and how each looks to its customers. */
function createTenantModule(platform: Platform, neighbours: { audit: AuditService }): { module: Module } {
  const appearance = createAppearanceService(platform, neighbours)
  return { module: { addRoutes: (api) => addAppearanceRoutes(api, appearance) } }
}

export const tenantModule = defineModule({ needs: { audit: auditModule }, create: createTenantModule })
