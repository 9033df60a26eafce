import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordListModule, type RecordLists } from '../record-list/index.ts'
import { addBoardRoutes } from './board.routes.ts'
import { createBoardService } from './board.service.ts'

/** The records of a level in columns by stage, status or picklist. */
function createBoardModule(platform: Platform, neighbours: { lists: RecordLists }) {
  const service = createBoardService(platform, neighbours)
  const module: Module = { addRoutes: (api) => addBoardRoutes(api, service) }
  return { module, service }
}

export const boardModule = defineModule({ needs: { lists: recordListModule }, create: createBoardModule })
