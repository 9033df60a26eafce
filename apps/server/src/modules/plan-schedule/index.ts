import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { successPlanModule } from '../success-plan/index.ts'
import { taskModule } from '../task/index.ts'
import { addMoveRoutes } from './move.routes.ts'
import { createMoveService, type MoveNeighbours } from './move.service.ts'

/** Moves milestones in time, with what depends on them. */
function createPlanScheduleModule(platform: Platform, neighbours: MoveNeighbours): { module: Module } {
  const moves = createMoveService(platform, neighbours)
  return { module: { addRoutes: (api) => addMoveRoutes(api, moves) } }
}

export const planScheduleModule = defineModule({
  needs: { plans: successPlanModule, tasks: taskModule },
  create: createPlanScheduleModule,
})
