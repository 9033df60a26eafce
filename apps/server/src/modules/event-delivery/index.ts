import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule } from '../audit/index.ts'
import { addEventDeliveryRoutes } from './event-delivery.routes.ts'
import { createEventDeliveryService, type EventDeliveryNeighbours } from './event-delivery.service.ts'

/** What administrators see of the delivery of events, and do where it fails. The platform delivers them. */
function createEventDeliveryModule(
  platform: Platform,
  neighbours: EventDeliveryNeighbours,
): { module: Module } {
  const service = createEventDeliveryService(platform, neighbours)
  return { module: { addRoutes: (api) => addEventDeliveryRoutes(api, service) } }
}

export const eventDeliveryModule = defineModule({
  needs: { audit: auditModule },
  create: createEventDeliveryModule,
})
