import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addSegmentRoutes } from './segment.routes.ts'
import { createSegmentService, type SegmentNeighbours, type SegmentService } from './segment.service.ts'

/** Named rules over the records of a level. */
export function createSegmentModule(
  platform: Platform,
  neighbours: SegmentNeighbours,
): { module: Module; service: SegmentService } {
  const service = createSegmentService(platform, neighbours)
  neighbours.fields.registerUse('segment', service.findUses)
  neighbours.lifecycle.registerUse('segment', service.findStageUses)
  neighbours.lists.registerSegments(service.ruleOf)
  return { module: { addRoutes: (api) => addSegmentRoutes(api, service) }, service }
}
