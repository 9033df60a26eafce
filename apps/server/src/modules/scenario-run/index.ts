import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { ledgerModule, type Ledger } from '../ledger/index.ts'
import { notificationModule, type Notifications } from '../notification/index.ts'
import { recordListModule, type RecordLists } from '../record-list/index.ts'
import { recordRuleModule, type ReadRuleContext, type RecordRules } from '../record-rule/index.ts'
import { scenarioManagementModule, type NodeCounts, type Scenarios } from '../scenario-management/index.ts'
import { createAdvance } from './advance.ts'
import { addJobs, wakeKind } from './advance.queue.ts'
import { createBrake } from './brake.ts'
import { readCounts } from './count.store.ts'
import { createEntries, enterTask, startKind } from './entry.service.ts'
import { changeVersion, findOpen, listOpenInEarlier, type VersionMove } from './entry.store.ts'
import { createFindAwaited } from './event.match.ts'
import { createEventEntries, createEventSubscriber } from './event.subscriber.ts'
import { addExecutionRoutes, addPathRoutes, addUndoRoutes } from './execution.routes.ts'
import { createExecutions } from './execution.service.ts'
import { forgetExecutions } from './execution.store.ts'
import { readLastAt } from './record.read-model.ts'
import { wakeSome } from './run.store.ts'
import { createPaths } from './path.service.ts'
import { createRunJobs, endTask } from './run.jobs.ts'
import { createPlans } from './run.plan.ts'
import { createUndoing, undoTask } from './undo.service.ts'

export { isSame } from './change.rules.ts'
export { awaitedBy, createFindAwaited, isPrevious } from './event.match.ts'
export type { EventEntries, Listener, Told } from './event.subscriber.ts'
export { planOf, type RunPlan } from './run.plan.ts'
export { stepOf } from './step.rules.ts'
export { dayIn, endOfWait, instantIn, nextBusinessTime, nextStart, wakeTime } from './wait.time.ts'

/** Records that move to another version in one transaction. */
const movedAtOnce = 1000

interface Neighbours {
  scenarios: Scenarios
  rules: RecordRules & { readContext: ReadRuleContext }
  lists: RecordLists
  ledger: Ledger
  notifications: Notifications
}

/** Scenarios at work: records enter them, go from node to node, and what happens to them is kept. */
function createScenarioRunModule(platform: Platform, neighbours: Neighbours) {
  const { scenarios, notifications } = neighbours
  const entries = createEntries(platform, neighbours)
  const brake = createBrake(platform, scenarios, notifications)
  const advance = createAdvance(platform, { ...neighbours, readPlan: createPlans(scenarios), brake })
  const { tasks, wake } = createRunJobs(platform, advance)
  const executions = createExecutions(platform)
  const undoing = createUndoing(platform, neighbours)
  const events = createEventEntries(platform, { scenarios, entries })
  scenarios.registerRuns({
    async countNodes(tenantId, nodeIds): Promise<NodeCounts> {
      const rows = await readCounts(platform.database.tenant(tenantId), tenantId, nodeIds)
      const groups = Map.groupBy(rows, ({ nodeId }) => nodeId)
      return new Map([...groups].map(([id, some]) => [id, new Map(some.map(({ status, n }) => [status, n]))]))
    },
    lastAt: (tenantId, nodeIds) => readLastAt(platform.database.tenant(tenantId), tenantId, nodeIds),
    findOpen: (tenantId, versions) => findOpen(platform.database.tenant(tenantId), tenantId, versions),
    async activated(tx, { tenantId }, scenario) {
      await entries.begin(tx, tenantId, scenario)
      await entries.resume(tx, tenantId, scenario.scenarioId)
    },
    archived: (tx, tenantId, { scenarioId }) =>
      addJob(tx, {
        task: endTask,
        payload: { tenantId, scenarioId },
        key: `${endTask}:${tenantId}:${scenarioId}`,
      }),
    resumed: (tx, tenantId) => entries.resume(tx, tenantId),
  })
  const module: Module = {
    tasks: { ...tasks, [enterTask]: entries.enterSelection, [undoTask]: undoing.undoAll },
    due: { [wakeKind]: wake, [startKind]: entries.start },
    subscribers: [createEventSubscriber(platform, { ...events, findAwaited: createFindAwaited(neighbours) })],
    retention: [
      {
        name: 'scenario executions',
        days: platform.config.keptDays.scenarios,
        forget: (tenantId, before) => forgetExecutions(platform.database.tenant(tenantId), tenantId, before),
      },
    ],
    addRoutes(api) {
      addExecutionRoutes(api, executions)
      addUndoRoutes(api, undoing)
      addPathRoutes(api, createPaths(platform, scenarios))
    },
  }
  const service = {
    ...events,
    /** Lets runs that wait at a node act there again: what they wait for has happened. */
    async wake(tx: Tx, tenantId: number, nodeKey: string, runIds: readonly number[]): Promise<void> {
      await addJobs(tx, await wakeSome(tx, tenantId, nodeKey, runIds))
    },
    openInEarlier: listOpenInEarlier,
    /** Moves the next records to another version. Answers whether there may be more. */
    async moveSome(tx: Tx, move: VersionMove): Promise<boolean> {
      const { tenantId, scenarioId, to } = move
      const { moved, readyAt } = await changeVersion(tx, move, movedAtOnce)
      await addJobs(
        tx,
        readyAt.map((nodeId) => ({ tenantId, scenarioId, version: to, nodeId })),
      )
      return moved === movedAtOnce
    },
  }
  return { module, service }
}

export type ScenarioRunning = ReturnType<typeof createScenarioRunModule>['service']

export const scenarioRunModule = defineModule({
  needs: {
    scenarios: scenarioManagementModule,
    rules: recordRuleModule,
    lists: recordListModule,
    ledger: ledgerModule,
    notifications: notificationModule,
  },
  create: createScenarioRunModule,
})
