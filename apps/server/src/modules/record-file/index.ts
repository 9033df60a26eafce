import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addRecordFileRoutes } from './record-file.routes.ts'
import { createRecordFileService, type RecordFileNeighbours } from './record-file.service.ts'

/** Files that were put with records. */
export function createRecordFileModule(
  platform: Platform,
  neighbours: RecordFileNeighbours,
): { module: Module } {
  const service = createRecordFileService(platform, neighbours)
  // A group of files is its item on the timeline.
  neighbours.timeline.registerPresenter('file', async (_tenantId, _actor, rows) => {
    return new Map(rows.map(({ itemId }) => [itemId, { groupId: itemId }]))
  })
  return { module: { addRoutes: (api) => addRecordFileRoutes(api, service) } }
}
