import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { sheetModule } from '../sheet/index.ts'
import { recordModule } from '../record/index.ts'
import { fieldModule } from '../field/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addCellRoutes } from './cell.routes.ts'
import { createCellService, type CellNeighbours } from './cell.service.ts'

/** Many cells of a list at once: what is pasted, filled or cleared, as one change that can be undone. */
function createCellModule(platform: Platform, neighbours: CellNeighbours) {
  const service = createCellService(platform, neighbours)
  const module: Module = { addRoutes: (api) => addCellRoutes(api, service) }
  return { module, service }
}

export const cellModule = defineModule({
  needs: { users: userManagementModule, fields: fieldModule, records: recordModule, sheets: sheetModule },
  create: createCellModule,
})
