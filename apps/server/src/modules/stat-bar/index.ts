import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { fieldModule } from '../field/index.ts'
import { healthModelModule } from '../health-model/index.ts'
import { recordListModule } from '../record-list/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addStatBarRoutes } from './stat-bar.routes.ts'
import { createStatBarService, type StatBarNeighbours } from './stat-bar.service.ts'

/** The figures that each user sees above lists and on the pages of records. */
function createStatBarModule(platform: Platform, neighbours: StatBarNeighbours): { module: Module } {
  const service = createStatBarService(platform, neighbours)
  return { module: { addRoutes: (api) => addStatBarRoutes(api, service) } }
}

export const statBarModule = defineModule({
  needs: {
    fields: fieldModule,
    healthModels: healthModelModule,
    lists: recordListModule,
    users: userManagementModule,
  },
  create: createStatBarModule,
})
