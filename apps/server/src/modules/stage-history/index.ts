import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addStageHistoryRoutes } from './stage-history.routes.ts'
import { createStageHistory, type HistoryNeighbours } from './stage-history.service.ts'

/** How records went through the lifecycle stages: of one, and of all in a span of time. */
export function createStageHistoryModule(platform: Platform, neighbours: HistoryNeighbours) {
  const service = createStageHistory(platform, neighbours)
  const module: Module = { addRoutes: (api) => addStageHistoryRoutes(api, service) }
  return { module }
}
