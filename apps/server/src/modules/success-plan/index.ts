import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { currencyModule, type CurrencyService } from '../currency/index.ts'
import { fieldModule, type FieldService } from '../field/index.ts'
import { fileModule, type FileService } from '../file/index.ts'
import { ledgerModule, type Ledger } from '../ledger/index.ts'
import { recordModule, type Records } from '../record/index.ts'
import { taskModule, type Tasks } from '../task/index.ts'
import { timelineModule } from '../timeline/index.ts'
import { todayModule, type TodayService } from '../today/index.ts'
import { userManagementModule, type UserService } from '../user-management/index.ts'
import { createKpiSources, createKpiUses } from './kpi.source.ts'
import { createLookupCache, createLookupService } from './lookup.service.ts'
import { createKpiForms } from './part.form.ts'
import { addNoteRoutes } from './note.routes.ts'
import { addPartRoutes } from './part.routes.ts'
import { createPartService } from './part.service.ts'
import { createPlanChecks } from './plan.check.ts'
import { createPlanDoors } from './plan.doors.ts'
import {
  findReadableFiles,
  findRecordsWithPlans,
  listNamedPlans,
  listOpenNames,
  listPlansOf,
} from './plan.link.store.ts'
import { createPlanBelongings } from './plan.hand-over.ts'
import { createPlanReading, findPlanSignals } from './plan.reading.service.ts'
import { addPlanRoutes } from './plan.routes.ts'
import { createPlanService } from './plan.service.ts'
import { createPlanSubscriber } from './plan.subscriber.ts'

export { canFollow } from './kpi.source.ts'
export { readLookups, type Lookups } from './lookup.service.ts'
export { partSubject, planSubject } from './plan.doors.ts'
export { emptyPart, type PartState, type PlanState } from './plan.state.ts'

interface Neighbours {
  audit: AuditService
  users: UserService
  currency: CurrencyService
  fields: FieldService
  files: FileService
  records: Records
  ledger: Ledger
  tasks: Tasks
  today: Pick<TodayService, 'registerSource'>
}

/** Goals that were agreed with a customer: plans with milestones, KPIs, notes and files. */
function createSuccessPlanModule(platform: Platform, neighbours: Neighbours) {
  const { users, files, records, ledger } = neighbours
  const doors = createPlanDoors(neighbours)
  const check = createPlanChecks(users)
  const lookupCache = createLookupCache(platform)
  const reading = createPlanReading(platform, { ...neighbours, lookupCache })
  const sources = createKpiSources(neighbours)
  const plans = createPlanService(platform, { ...neighbours, doors, check, reading })
  const kpiValues = createKpiForms(neighbours)
  const parts = createPartService(platform, {
    ...neighbours,
    doors,
    check,
    reading,
    plans,
    sources,
    kpiValues,
  })
  const lookups = createLookupService(platform, { ...neighbours, cache: lookupCache })
  ledger.registerSubject(doors.plans.ledgerSubject)
  ledger.registerSubject(doors.parts.ledgerSubject)
  neighbours.fields.registerUse('KPI', createKpiUses(platform))
  neighbours.today.registerSource(findPlanSignals)
  users.registerBelongings(createPlanBelongings(platform, doors))
  records.registerDependents(findRecordsWithPlans)
  files.registerHolder({ name: 'success-plan', mayRead: findReadableFiles })
  const module: Module = {
    subscribers: [createPlanSubscriber(platform, doors, sources)],
    addRoutes(api) {
      addPlanRoutes(api, { plans, parts, reading, lookups })
      addPartRoutes(api, { parts, reading })
      addNoteRoutes(api, parts)
    },
  }
  return {
    module,
    service: {
      read: reading.read,
      list: reading.list,
      show: reading.show,
      showItems: reading.showItems,
      metTargets: reading.metTargets,
      createPlan: plans.create,
      changePlan: plans.change,
      createMilestone: parts.createMilestone,
      createTask: parts.createTask,
      complete: parts.complete,
      createKpi: parts.createKpi,
      plansOfTasks: listPlansOf,
      openNames: listOpenNames,
      seen: listNamedPlans,
      doors,
      changeParts: doors.changeParts,
      sources,
    },
  }
}

export type SuccessPlans = ReturnType<typeof createSuccessPlanModule>['service']

export const successPlanModule = defineModule({
  needs: {
    audit: auditModule,
    users: userManagementModule,
    currency: currencyModule,
    fields: fieldModule,
    files: fileModule,
    records: recordModule,
    ledger: ledgerModule,
    tasks: taskModule,
    today: todayModule,
    timeline: timelineModule,
  },
  create: createSuccessPlanModule,
})
