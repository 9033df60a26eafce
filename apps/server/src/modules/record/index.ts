import { levels } from '@steward/contracts/level'
import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { currencyModule } from '../currency/index.ts'
import { churnReasonModule } from '../churn-reason/index.ts'
import { healthModelModule } from '../health-model/index.ts'
import { lifecycleModule } from '../lifecycle/index.ts'
import { fieldModule } from '../field/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { createRecordActs } from './record.act.service.ts'
import { createDependents, type Neighbours } from './record.context.ts'
import {
  countAmounts,
  countHolders,
  countReasonHolders,
  countStageRecords,
  findHeldOptions,
} from './record.read-model.ts'
import { addRecordRoutes } from './record.routes.ts'
import { createRecordService } from './record.service.ts'

export {
  forgetActs,
  givenValues,
  isBulkWritable,
  presentValueSql,
  writeValues,
  type GivenValue,
  type Param,
} from './record.bulk.store.ts'
export { faultOfStage } from './record.context.ts'
export { keptCountsSql, wholeCountSql, type Count } from './record.count.ts'
export type { Act, ActOf } from './record.change-set.ts'
export { changeRecords, countFollowing, findFollowing, holdChanges, holdMoves } from './record.door.ts'
export type { ActInTurn } from './record.level-write.ts'
export { readForm, withPrimaryOwner, type ReadForm } from './record.form.ts'
export { findRecordNames, keyedRecordsSql, matchRecords, type Match } from './record.match.ts'
export type { Change, PlanContext, Planned } from './record.change.ts'
export { gone, planChanges } from './record.plan.ts'
export { isScoped, scopeSql, whyNotChange, type Asking } from './record.policy.ts'
export { forgetChanges, holdForValues, lockChangeSet } from './record.store.ts'
export {
  createdSql,
  createdText,
  presentActor,
  shownFields,
  type ActorRow,
  type Showing,
} from './record.present.ts'
export {
  danglingReferences,
  faultOfReturn,
  forbiddenChanges,
  isRequired,
  withOwners,
  type Problem,
} from './record.rules.ts'
export type { Current, State, StateValue, Values } from './record.state.ts'
export { holdChangeSet, markUndone, openChangeSet, openItemSet } from './record.write.store.ts'
export type { WrittenRecord } from './record.service.ts'
export { countRecords, findWindow } from './record.read-model.ts'

/** Records that a currency is counted in before it is said that there are more. */
const mostCounted = 1000

/** The customers: organizations, accounts, contacts and pipelines, and the one door by which they change. */
function createRecordModule(platform: Platform, neighbours: Neighbours) {
  const dependents = createDependents()
  const records = createRecordService(platform, { ...neighbours, findDependents: dependents.find })
  const acts = createRecordActs(records)
  neighbours.fields.registerRecordCount((tenantId, field, tx) =>
    countHolders(tx ?? platform.database.tenant(tenantId), tenantId, field),
  )
  neighbours.fields.registerOptionUse(findHeldOptions)
  neighbours.currency.registerUse('record', async (db, tenantId, { currencyDefinitionId }) => {
    const catalogues = await Promise.all(levels.map(({ id }) => neighbours.fields.catalogue(tenantId, id)))
    const money = catalogues.flatMap(({ fields }) => fields.filter(({ dataType }) => dataType === 'currency'))
    const ids = money.flatMap(({ fieldId }) => fieldId ?? [])
    const found = await countAmounts(db, tenantId, currencyDefinitionId, ids, mostCounted + 1)
    const count = Math.min(found, mostCounted)
    return [{ where: count === 1 ? 'record' : 'records', count, more: found > mostCounted }]
  })
  neighbours.churnReasons.registerCount(countReasonHolders)
  neighbours.lifecycle.registerRecords((tenantId, level) =>
    countStageRecords(platform.database.tenant(tenantId), tenantId, level),
  )
  const module: Module = {
    addRoutes(api) {
      addRecordRoutes(api, { records, acts })
    },
  }
  const { registerDependents } = dependents
  return { module, service: { ...records, ...acts, registerDependents } }
}

export type Records = ReturnType<typeof createRecordModule>['service']

export const recordModule = defineModule({
  needs: {
    users: userManagementModule,
    fields: fieldModule,
    lifecycle: lifecycleModule,
    healthModels: healthModelModule,
    churnReasons: churnReasonModule,
    currency: currencyModule,
  },
  create: createRecordModule,
})
