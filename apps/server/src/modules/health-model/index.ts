import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { currencyModule } from '../currency/index.ts'
import { lifecycleModule } from '../lifecycle/index.ts'
import { fieldModule } from '../field/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { auditModule } from '../audit/index.ts'
import { createDraftService } from './draft.service.ts'
import { addHealthSettingRoutes } from './health-model.routes.ts'
import { addHealthVersionRoutes } from './health-version.routes.ts'
import type { HealthModelNeighbours } from './model.neighbours.ts'
import type { HealthModels } from './model.port.ts'
import { createModels, seedModels } from './model.service.ts'
import { createSettingService } from './setting.service.ts'
import { createStates } from './state.service.ts'
import { createVersionService } from './version.service.ts'

export { boundsOf } from './bounds.rules.ts'
export type { Metric, MetricContext } from './metric.port.ts'
export type { BoundsOfTenant, HealthModels, ModelVersion } from './model.port.ts'

/** How the health of records is scored: measures, bounds, drafts and versions. */
function createHealthModelModule(
  platform: Platform,
  neighbours: HealthModelNeighbours,
): { module: Module; service: HealthModels } {
  const { users, audit, fields, lifecycle } = neighbours
  const models = createModels(platform, neighbours)
  const stateOf = createStates(platform, models, users)
  const drafts = createDraftService({ platform, models, users, stateOf })
  const versions = createVersionService({ platform, models, users, stateOf, audit, drafts })
  const settings = createSettingService({ platform, models, versions })
  fields.registerUse('health', models.findFieldUses)
  lifecycle.registerUse('health', (tenantId, { lifecycleStageId }) =>
    models.findStageUses(tenantId, lifecycleStageId),
  )
  const module: Module = {
    addRoutes(api) {
      addHealthSettingRoutes(api, settings, models)
      addHealthVersionRoutes(api, { drafts, versions, stateOf })
    },
    seedTenant: (tx, tenantId, since) => seedModels(fields, tx, tenantId, since),
  }
  return { module, service: models }
}

export const healthModelModule = defineModule({
  needs: {
    audit: auditModule,
    users: userManagementModule,
    fields: fieldModule,
    lifecycle: lifecycleModule,
    currency: currencyModule,
  },
  create: createHealthModelModule,
})
