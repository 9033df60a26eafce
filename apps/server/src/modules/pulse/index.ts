import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addPulseRoutes } from './pulse.routes.ts'
import { createPulseService, type PulseNeighbours } from './pulse.service.ts'

/** How people think a customer is doing, and why. */
export function createPulseModule(platform: Platform, neighbours: PulseNeighbours) {
  const service = createPulseService(platform, neighbours)
  neighbours.timeline.registerPresenter('pulse', service.present)
  neighbours.timeline.registerRemoval('pulse', service.removal)
  neighbours.ledger.registerUndone(service.undone)
  const module: Module = { addRoutes: (api) => addPulseRoutes(api, service) }
  return { module, service }
}
