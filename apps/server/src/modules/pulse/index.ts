import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { timelineModule } from '../timeline/index.ts'
import { ledgerModule } from '../ledger/index.ts'
import { recordModule } from '../record/index.ts'
import { addPulseRoutes } from './pulse.routes.ts'
import { createPulseService, type PulseNeighbours } from './pulse.service.ts'

/** How people think a customer is doing, and why. */
function createPulseModule(platform: Platform, neighbours: PulseNeighbours) {
  const service = createPulseService(platform, neighbours)
  neighbours.timeline.registerPresenter('pulse', service.present)
  neighbours.timeline.registerRemoval('pulse', service.removal)
  neighbours.ledger.registerUndone(service.undone)
  const module: Module = { addRoutes: (api) => addPulseRoutes(api, service) }
  return { module, service }
}

export const pulseModule = defineModule({
  needs: { records: recordModule, ledger: ledgerModule, timeline: timelineModule },
  create: createPulseModule,
})
