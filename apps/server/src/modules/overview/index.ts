import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { userManagementModule } from '../user-management/index.ts'
import { fieldModule } from '../field/index.ts'
import { addOverviewRoutes } from './overview.routes.ts'
import { createOverviewService, type Neighbours } from './overview.service.ts'

/** What the page of a record shows first, read at once from records and timeline. */
function createOverviewModule(platform: Platform, neighbours: Neighbours): { module: Module } {
  const service = createOverviewService(platform, neighbours)
  return { module: { addRoutes: (api) => addOverviewRoutes(api, service) } }
}

export const overviewModule = defineModule({
  needs: { fields: fieldModule, users: userManagementModule },
  create: createOverviewModule,
})
