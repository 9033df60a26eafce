import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import { auditModule } from '../audit/index.ts'
import { scenarioManagementModule } from '../scenario-management/index.ts'
import { scenarioRunModule } from '../scenario-run/index.ts'
import { addMoveRoutes } from './move.routes.ts'
import { createMoves } from './move.service.ts'

/** Records in a scenario that move from the version with which they entered to the latest one. */
export const scenarioMoveModule = defineModule({
  needs: { scenarios: scenarioManagementModule, runs: scenarioRunModule, audit: auditModule },
  create(platform, neighbours): { module: Module } {
    const moves = createMoves(platform, neighbours)
    return { module: { tasks: moves.tasks, addRoutes: (api) => addMoveRoutes(api, moves) } }
  },
})
