import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { fieldModule } from '../field/index.ts'
import { healthModelModule } from '../health-model/index.ts'
import { recordModule } from '../record/index.ts'
import { recordRuleModule } from '../record-rule/index.ts'
import { createListContexts, type ListNeighbours } from './record-list.context.ts'
import { createRecordLookup } from './record-list.lookup.service.ts'
import { addRecordListRoutes } from './record-list.routes.ts'
import { createSelections } from './record-list.selection.ts'

export { matchingCounts } from './record-list.count.ts'
export { createCountMemory } from './record-list.memory.ts'
export { orderedFields, orderSql } from './record-list.order-sql.ts'
export type { PreparedList } from './record-list.preparing.ts'
export { createParams, hasKeptTotals, type ListRequest, type Params } from './record-list.request.ts'
export type { SelectionSql } from './record-list.selection.ts'
export { foundSql, sourceOf, type Source } from './record-list.source-sql.ts'
export { spanSql } from './record-list.window-sql.ts'
export { recordWriting, type RecordWriting, type TextRow } from './record-list.writing.ts'

/** Finding records: lists with exact totals, parts of names, external ids, and selections of many. */
function createRecordListModule(platform: Platform, neighbours: ListNeighbours) {
  const readContext = createListContexts(neighbours)
  const lookup = createRecordLookup(platform, neighbours, readContext)
  const module: Module = { addRoutes: (api) => addRecordListRoutes(api, lookup) }
  return { module, service: { ...lookup, ...createSelections(platform, readContext) } }
}

export type RecordLists = ReturnType<typeof createRecordListModule>['service']

export const recordListModule = defineModule({
  needs: {
    fields: fieldModule,
    healthModels: healthModelModule,
    records: recordModule,
    rules: recordRuleModule,
  },
  create: createRecordListModule,
})
