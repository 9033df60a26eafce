import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { createRecordActs, createRecordBelongings } from './record.act.service.ts'
import type { Neighbours } from './record.context.ts'
import { createRecordLookup } from './record.lookup.service.ts'
import { countHolders, findHeldOptions } from './record.read-model.ts'
import { addRecordRoutes } from './record.routes.ts'
import { createRecordRules } from './record.rule.service.ts'
import { createRecordService } from './record.service.ts'

export { changeRecords, type Act } from './record.door.ts'
export { readForm, withPrimaryOwner, type Problem } from './record.form.ts'
export { findRecordNames, matchRecords, type Match } from './record.match.ts'
export { planChanges, type Change, type PlanContext, type Planned } from './record.plan.ts'
export type { StateValue, Values } from './record.state.ts'
export { markUndone, openChangeSet } from './record.write.store.ts'
export type { WrittenRecord } from './record.service.ts'

/** The customers: organizations, accounts, contacts and pipelines, and the one door by which they change. */
export function createRecordModule(platform: Platform, neighbours: Neighbours) {
  const records = createRecordService(platform, neighbours)
  const acts = createRecordActs(records)
  const lookup = createRecordLookup(platform, neighbours, records)
  neighbours.fields.registerRecordCount((tenantId, field) =>
    countHolders(platform.database.tenant(tenantId), tenantId, field),
  )
  neighbours.fields.registerOptionUse(findHeldOptions)
  const { belongings, tasks } = createRecordBelongings(platform, records)
  neighbours.users.registerBelongings(belongings)
  const module: Module = {
    tasks,
    addRoutes(api) {
      addRecordRoutes(api, { records, acts, lookup })
    },
  }
  return { module, service: { ...records, ...acts, ...lookup, ...createRecordRules(neighbours) } }
}

export type Records = ReturnType<typeof createRecordModule>['service']
