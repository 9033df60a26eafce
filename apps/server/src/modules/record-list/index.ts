import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordModule } from '../record/index.ts'
import { currencyModule } from '../currency/index.ts'
import { healthModelModule } from '../health-model/index.ts'
import { lifecycleModule } from '../lifecycle/index.ts'
import { fieldModule } from '../field/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { createRecordLookup } from './record-list.lookup.service.ts'
import { addRecordListRoutes } from './record-list.routes.ts'
import { createRecordRules } from './record-list.rule.service.ts'
import { createSelections } from './record-list.selection.ts'
import { createLookAround, type ListNeighbours } from './record-list.surroundings.ts'

export { matchingCounts } from './record-list.filter.ts'
export { createCountMemory } from './record-list.memory.ts'
export type { PreparedList } from './record-list.preparing.ts'
export { ownerValue } from './record-list.owner.ts'
export { orderedFields, orderSql } from './record-list.order-sql.ts'
export { createParams, hasKeptTotals, type ListRequest, type Params } from './record-list.request.ts'
export type { CompiledRule } from './record-list.rule.service.ts'
export { foundSql, sourceOf } from './record-list.source-sql.ts'
export type { SelectionSql } from './record-list.selection.ts'
export { recordWriting, type RecordWriting, type TextRow } from './record-list.writing.ts'

/** Finding records: lists with exact totals, parts of names, external ids, and rules about records. */
function createRecordListModule(platform: Platform, neighbours: ListNeighbours) {
  const lookAround = createLookAround(neighbours)
  const lookup = createRecordLookup(platform, neighbours, lookAround)
  const module: Module = { addRoutes: (api) => addRecordListRoutes(api, lookup) }
  return {
    module,
    service: {
      ...lookup,
      ...createRecordRules(lookAround),
      ...createSelections(platform, lookAround),
    },
  }
}

export type RecordLists = ReturnType<typeof createRecordListModule>['service']

export const recordListModule = defineModule({
  needs: {
    users: userManagementModule,
    fields: fieldModule,
    lifecycle: lifecycleModule,
    healthModels: healthModelModule,
    currency: currencyModule,
    records: recordModule,
  },
  create: createRecordListModule,
})
