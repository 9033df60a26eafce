import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { fieldModule, type FieldService } from '../field/index.ts'
import { addChurnReasonRoutes } from './churn-reason.routes.ts'
import {
  createChurnReasonService,
  readOptions,
  seedReasons,
  type ChurnReasonService,
} from './churn-reason.service.ts'

export { readAct, type ChurnSource, type ReadAct, type StateAct } from './churn-act.rules.ts'
export type { ChurnReasonService } from './churn-reason.service.ts'

/** The modules below: one that is notified of changes, and one whose field holds the reasons. */
export interface ChurnReasonNeighbours {
  audit: AuditService
  fields: FieldService
}

/** Why customers leave. */
function createChurnReasonModule(
  platform: Platform,
  { audit, fields }: ChurnReasonNeighbours,
): { module: Module; service: ChurnReasonService } {
  const service = createChurnReasonService(platform, audit, fields)
  fields.registerOptions('churnReason', readOptions)
  return {
    module: { addRoutes: (api) => addChurnReasonRoutes(api, service), seedTenant: seedReasons },
    service,
  }
}

export const churnReasonModule = defineModule({
  needs: { audit: auditModule, fields: fieldModule },
  create: createChurnReasonModule,
})
