import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addOverviewRoutes } from './overview.routes.ts'
import { createOverviewService, type Neighbours } from './overview.service.ts'

/** What the page of a record shows first, read at once from records and timeline. */
export function createOverviewModule(platform: Platform, neighbours: Neighbours): { module: Module } {
  const service = createOverviewService(platform, neighbours)
  return { module: { addRoutes: (api) => addOverviewRoutes(api, service) } }
}
