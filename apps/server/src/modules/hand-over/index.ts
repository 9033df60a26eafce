import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordModule } from '../record/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addHandOverRoutes } from './hand-over.routes.ts'
import { createHandOvers, type HandOverNeighbours } from './hand-over.service.ts'

/** Giving all that someone owns to another owner, also of those who leave. */
function createHandOverModule(platform: Platform, neighbours: HandOverNeighbours): { module: Module } {
  const { belongings, handOvers, tasks } = createHandOvers(platform, neighbours)
  neighbours.users.registerBelongings(belongings)
  return { module: { tasks, addRoutes: (api) => addHandOverRoutes(api, handOvers) } }
}

export const handOverModule = defineModule({
  needs: { users: userManagementModule, records: recordModule },
  create: createHandOverModule,
})
