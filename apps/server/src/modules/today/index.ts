import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule } from '../audit/index.ts'
import { fieldModule } from '../field/index.ts'
import { healthModule } from '../health/index.ts'
import { healthModelModule } from '../health-model/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { forgetFeedback } from './today.store.ts'
import { addTodayRoutes } from './today.routes.ts'
import { createTodayService, type TodayNeighbours, type TodayService } from './today.service.ts'

export type { TodayService } from './today.service.ts'
export type { Signal } from './card.rules.ts'
export { planShare, surveyShare } from './share.rules.ts'
export type { Reading } from './signal.read-model.ts'

/** For how many days feedback is kept. */
const feedbackDays = 365

/** One ordered list of what deserves a user's next hour, with the reasons. */
function createTodayModule(
  platform: Platform,
  neighbours: TodayNeighbours,
): { module: Module; service: TodayService } {
  const service = createTodayService(platform, neighbours)
  const module: Module = {
    addRoutes: (api) => addTodayRoutes(api, service),
    retention: [
      {
        name: 'feedback about Today',
        days: feedbackDays,
        forget: (tenantId, before) => forgetFeedback(platform.database.tenant(tenantId), tenantId, before),
      },
    ],
  }
  return { module, service }
}

export const todayModule = defineModule({
  needs: {
    users: userManagementModule,
    fields: fieldModule,
    health: healthModule,
    models: healthModelModule,
    audit: auditModule,
  },
  create: createTodayModule,
})
