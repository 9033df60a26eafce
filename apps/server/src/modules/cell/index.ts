import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addCellRoutes } from './cell.routes.ts'
import { createCellService, type CellNeighbours } from './cell.service.ts'

/** Many cells of a list at once: what is pasted, filled or cleared, as one change that can be undone. */
export function createCellModule(platform: Platform, neighbours: CellNeighbours) {
  const service = createCellService(platform, neighbours)
  const module: Module = { addRoutes: (api) => addCellRoutes(api, service) }
  return { module, service }
}
