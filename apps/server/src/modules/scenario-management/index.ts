import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { recordRuleModule, type RegisterUses } from '../record-rule/index.ts'
import { userManagementModule, type UserService } from '../user-management/index.ts'
import { createCeilings } from './ceiling.service.ts'
import { createNodeTypes } from './node-type.ts'
import { createScenarioCheck } from './scenario.check.ts'
import { readNamed, type FindOpen } from './scenario.named.ts'
import type { NodeCounts } from './scenario.present.ts'
import { addScenarioRoutes } from './scenario.routes.ts'
import { createScenarioService } from './scenario.service.ts'
import { createScenarioStatus, type StatusHooks } from './scenario.status.service.ts'
import { findScenario, listActive, listAwaiting, shareScenario } from './scenario.store.ts'
import { readStopped } from './stop.store.ts'

export type { Faults } from './graph.rules.ts'
export type {
  ActionType,
  AnyNodeType,
  Batch,
  Facts,
  NamedRecord,
  OperatorType,
  Outcome,
  Outcomes,
  PastFacts,
  Rehearsed,
  ScenarioPlace,
  TriggerType,
  Visit,
} from './node-type.ts'
export { scenarioActor } from './scenario.actor.ts'
export type { NodeCounts } from './scenario.present.ts'
export type { StatusHooks } from './scenario.status.service.ts'
export type { AwaitingVersion, ScenarioAtVersion, VersionKey } from './scenario.store.ts'

/** What the module that runs scenarios does for this one. */
export interface ScenarioRuns extends StatusHooks {
  countNodes(tenantId: number, nodeIds: readonly number[]): Promise<NodeCounts>
  lastAt(tenantId: number, nodeIds: readonly number[]): Promise<ReadonlyMap<number, Date>>
  findOpen: FindOpen
}

interface Neighbours {
  users: UserService
  audit: AuditService
  rules: { registerUses: RegisterUses }
}

/** Automations: what they do, in versions, and whether they may. */
function createScenarioModule(platform: Platform, neighbours: Neighbours) {
  const types = createNodeTypes()
  const check = createScenarioCheck(types)
  let runs: ScenarioRuns | undefined
  const running = (): ScenarioRuns => {
    if (!runs) throw new Error('No module runs scenarios')
    return runs
  }
  const ceilings = createCeilings(platform, neighbours)
  const active = platform.caches.create('scenario', (tenantId, db) => listActive(db, tenantId))
  const awaiting = platform.caches.create('scenario-awaiting', (tenantId, db) => listAwaiting(db, tenantId))
  const scenarios = createScenarioService(platform, {
    ...neighbours,
    check,
    types,
    countNodes: (tenantId, nodeIds) => running().countNodes(tenantId, nodeIds),
    lastAt: (tenantId, nodeIds) => running().lastAt(tenantId, nodeIds),
  })
  const status = createScenarioStatus(platform, {
    ...neighbours,
    check,
    scenarios,
    hooks: running,
    active: {
      forget: async (tenantId) => {
        await Promise.all([active.forget(tenantId), awaiting.forget(tenantId)])
      },
    },
  })
  neighbours.rules.registerUses(
    'scenario',
    (tenantId) => readNamed(platform.database.tenant(tenantId), tenantId, running().findOpen),
    'scenario.read',
  )
  const module: Module = { addRoutes: (api) => addScenarioRoutes(api, { scenarios, status, ceilings }) }
  const service = {
    registerNode: types.register,
    findNode: types.find,
    /** Says who runs scenarios, and counts what they did. */
    registerRuns: (given: ScenarioRuns): void => void (runs = given),
    active,
    /** The versions with nodes that wait for an event. Cached. */
    awaiting,
    faultsOf: check.faultsOf,
    findIn: findScenario,
    share: shareScenario,
    isStopped: readStopped,
    /** What holds for all scenarios of a company. Cached. */
    ceilings: ceilings.of,
    pause: status.pause,
    list: scenarios.list,
    create: scenarios.create,
    remove: scenarios.remove,
    activate: status.activate,
    deactivate: status.deactivate,
  }
  return { module, service }
}

export type Scenarios = ReturnType<typeof createScenarioModule>['service']

export const scenarioManagementModule = defineModule({
  needs: {
    users: userManagementModule,
    audit: auditModule,
    rules: recordRuleModule,
  },
  create: createScenarioModule,
})
