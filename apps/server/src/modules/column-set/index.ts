import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { fieldModule, type FieldService } from '../field/index.ts'
import { addColumnSetRoutes } from './column-set.routes.ts'
import { createColumnSetService } from './column-set.service.ts'

/** How each user has laid out each list. */
function createColumnSetModule(platform: Platform, neighbours: { fields: FieldService }): { module: Module } {
  const service = createColumnSetService(platform, neighbours)
  neighbours.fields.registerUse('column set', service.findUses)
  return { module: { addRoutes: (api) => addColumnSetRoutes(api, service) } }
}

export const columnSetModule = defineModule({ needs: { fields: fieldModule }, create: createColumnSetModule })
