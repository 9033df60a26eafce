import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { addActivityTypeRoutes } from './activity-type.routes.ts'
import { createActivityTypeService, seedTypes, type ActivityTypeService } from './activity-type.service.ts'

export type { ActivityTypeService } from './activity-type.service.ts'

/** What kinds of activity there are. */
function createActivityTypeModule(
  platform: Platform,
  { audit }: { audit: AuditService },
): { module: Module; service: ActivityTypeService } {
  const service = createActivityTypeService(platform, audit)
  return {
    module: { addRoutes: (api) => addActivityTypeRoutes(api, service), seedTenant: seedTypes },
    service,
  }
}

export const activityTypeModule = defineModule({
  needs: { audit: auditModule },
  create: createActivityTypeModule,
})
