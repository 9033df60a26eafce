import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordModule } from '../record/index.ts'
import { lifecycleModule } from '../lifecycle/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addStageHistoryRoutes } from './stage-history.routes.ts'
import { createStageHistory, type HistoryNeighbours } from './stage-history.service.ts'

/** How records went through the lifecycle stages: of one, and of all in a span of time. */
function createStageHistoryModule(platform: Platform, neighbours: HistoryNeighbours) {
  const service = createStageHistory(platform, neighbours)
  const module: Module = { addRoutes: (api) => addStageHistoryRoutes(api, service) }
  return { module }
}

export const stageHistoryModule = defineModule({
  needs: { users: userManagementModule, lifecycle: lifecycleModule, records: recordModule },
  create: createStageHistoryModule,
})
