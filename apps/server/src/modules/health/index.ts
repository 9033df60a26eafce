import { dayOf } from '../../platform/clock.ts'
import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { fieldModule, type FieldService } from '../field/index.ts'
import { healthModelModule } from '../health-model/index.ts'
import { auditModule } from '../audit/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { createFollowing, findProgress } from './follow.service.ts'
import { healthMetrics } from './health-metric.ts'
import { createHealthJobs } from './health.jobs.ts'
import { addHealthRoutes } from './health.routes.ts'
import { createHealthService, type HealthNeighbours, type HealthService } from './health.service.ts'
import { seedRefreshes } from './refresh.store.ts'
import { forgetEntries } from './score.store.ts'

export { scoringQueue } from './health.jobs.ts'
export { overridePart, presentParts, scoreOf, unknownRecord } from './detail.service.ts'
export { isEmptyModel } from './concern.rules.ts'
export { gatherInputs, gatherOne, planInputs, type Gathered } from './gathering.ts'
export type { HealthService } from './health.service.ts'
export type { RecordScope } from './input.sql.ts'
export { scorerOf } from './scoring.service.ts'

/** The health of records: scores by the published models, and the ledger that says how each came to be. */
function createHealthModule(
  platform: Platform,
  neighbours: HealthNeighbours & { fields: FieldService },
): { module: Module; service: HealthService } {
  const { models, fields } = neighbours
  for (const metric of healthMetrics) models.registerMetric(metric)
  models.registerProgress(findProgress(platform, models))
  const following = createFollowing(platform, models, fields)
  const service = createHealthService(platform, neighbours, following)
  const { tasks, schedules, subscribers, onWorkerStart } = createHealthJobs(
    platform,
    models,
    following,
    fields,
  )
  const module: Module = {
    tasks,
    schedules,
    subscribers,
    onWorkerStart,
    addRoutes: (api) => addHealthRoutes(api, service),
    retention: [
      {
        name: 'scores',
        days: platform.config.keptDays.scores,
        forget: (tenantId, before) => forgetEntries(platform.database.tenant(tenantId), tenantId, before),
      },
    ],
    seedTenant: (tx, tenantId) => seedRefreshes(tx, tenantId, dayOf(platform.clock.now())),
  }
  return { module, service }
}

export const healthModule = defineModule({
  needs: {
    users: userManagementModule,
    audit: auditModule,
    fields: fieldModule,
    models: healthModelModule,
  },
  create: createHealthModule,
})
