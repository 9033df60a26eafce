import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { timelineModule } from '../timeline/index.ts'
import { fileModule } from '../file/index.ts'
import { recordModule } from '../record/index.ts'
import { addRecordFileRoutes } from './record-file.routes.ts'
import { createRecordFileService, type RecordFileNeighbours } from './record-file.service.ts'

/** Files that were put with records. */
function createRecordFileModule(platform: Platform, neighbours: RecordFileNeighbours) {
  const service = createRecordFileService(platform, neighbours)
  // A group of files is its item on the timeline.
  neighbours.timeline.registerPresenter('file', async (_tenantId, _actor, rows) => {
    return new Map(rows.map(({ itemId }) => [itemId, { groupId: itemId }]))
  })
  const module: Module = { addRoutes: (api) => addRecordFileRoutes(api, service) }
  return { module, service: { list: service.list, create: service.create } }
}

export const recordFileModule = defineModule({
  needs: { records: recordModule, files: fileModule, timeline: timelineModule },
  create: createRecordFileModule,
})
