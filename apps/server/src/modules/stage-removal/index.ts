import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { ledgerModule } from '../ledger/index.ts'
import { lifecycleModule } from '../lifecycle/index.ts'
import { auditModule } from '../audit/index.ts'
import { addRemovalRoutes } from './stage-removal.routes.ts'
import {
  createRemovalService,
  removalTask,
  takeOver,
  type RemovalNeighbours,
} from './stage-removal.service.ts'
import { createRemovalUndo } from './stage-removal.undo.ts'

/** Deleting lifecycle stages, with their records moved, and bringing them back. */
function createStageRemovalModule(platform: Platform, neighbours: RemovalNeighbours) {
  const service = createRemovalService(platform, neighbours)
  const undo = createRemovalUndo(platform, neighbours)
  neighbours.ledger.registerUndo(undo.prepare)
  neighbours.ledger.registerUndone(undo.follow)
  const module: Module = {
    addRoutes: (api) => addRemovalRoutes(api, service),
    tasks: {
      [removalTask]: (payload, { signal }) => {
        const { tenantId, removalId } = payload as { tenantId: number; removalId: number }
        return service.finish(tenantId, removalId, signal)
      },
    },
    due: { [takeOver]: (tenantId, { key }) => service.askForMoving(tenantId, Number(key)) },
  }
  return { module }
}

export const stageRemovalModule = defineModule({
  needs: { audit: auditModule, lifecycle: lifecycleModule, ledger: ledgerModule },
  create: createStageRemovalModule,
})
