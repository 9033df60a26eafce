import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addChangeFeedRoutes } from './change-feed.routes.ts'
import { createChangeFeedService, type ChangeFeedNeighbours } from './change-feed.service.ts'

/** Tells open screens what others change. */
export function createChangeFeedModule(platform: Platform, neighbours: ChangeFeedNeighbours) {
  const service = createChangeFeedService(platform, neighbours)
  const module: Module = {
    addRoutes: (api) => addChangeFeedRoutes(api, service),
    listeners: [{ type: 'record.changed', hearAll: service.pass }],
    onClose: async () => service.stop(),
  }
  return { module }
}
