import { fieldDeleted } from '@steward/contracts/event/field.event'
import { handle } from '../../platform/events/events.ts'
import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { fieldModule, type FieldService } from '../field/index.ts'
import { addFieldLayoutRoutes } from './field-layout.routes.ts'
import { createLayoutCache } from './field-layout.cache.ts'
import { createFieldLayoutService } from './field-layout.service.ts'
import { createFieldPinService } from './field-pin.service.ts'

/** Where people and files meet fields: pins, sections and outside names. */
function createFieldLayoutModule(platform: Platform, { fields }: { fields: FieldService }) {
  const cache = createLayoutCache(platform)
  const layout = createFieldLayoutService(platform, fields, cache)
  const pins = createFieldPinService(platform, fields, cache)
  fields.registerUse('field-layout', layout.findUses)
  const module: Module = {
    addRoutes: (api) => addFieldLayoutRoutes(api, layout, pins),
    seedTenant: pins.seedPins,
    subscribers: [{ name: 'field-layout', handlers: [handle(fieldDeleted, layout.forget)] }],
  }
  return { module, service: { externalNames: layout.externalNames } }
}

export type FieldLayout = ReturnType<typeof createFieldLayoutModule>['service']

export const fieldLayoutModule = defineModule({
  needs: { fields: fieldModule },
  create: createFieldLayoutModule,
})
