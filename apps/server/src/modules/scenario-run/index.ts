import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { activityTypeModule, type ActivityTypeService } from '../activity-type/index.ts'
import { bulkUpdateModule, type BulkUpdates } from '../bulk-update/index.ts'
import { fieldModule, type FieldService } from '../field/index.ts'
import { ledgerModule, type Ledger } from '../ledger/index.ts'
import { notificationModule, type Notifications } from '../notification/index.ts'
import { playbookModule, type Playbooks } from '../playbook/index.ts'
import { playbookTemplateModule, type TemplateService } from '../playbook-template/index.ts'
import { recordListModule, type RecordLists } from '../record-list/index.ts'
import { recordRuleModule, type ReadRuleContext, type RecordRules } from '../record-rule/index.ts'
import { scenarioManagementModule, type NodeCounts, type Scenarios } from '../scenario-management/index.ts'
import { segmentModule } from '../segment/index.ts'
import { taskModule, type Tasks } from '../task/index.ts'
import { userManagementModule, type UserService } from '../user-management/index.ts'
import { createAdvance } from './advance.ts'
import { wakeKind } from './advance.queue.ts'
import { assignPlaybookNode } from './assign-playbook.node.ts'
import { createBrake } from './brake.ts'
import { branchNode, conditionNode, createRuleCheck, filterNode } from './condition.node.ts'
import { readCounts } from './count.store.ts'
import { createTaskNode } from './create-task.node.ts'
import { createEntries, enterTask, startKind } from './entry.service.ts'
import { createFindAwaited } from './event.match.ts'
import { createEventSubscriber } from './event.subscriber.ts'
import { addExecutionRoutes } from './execution.routes.ts'
import { createExecutions } from './execution.service.ts'
import { scenarioActor } from './facts.ts'
import { createRunJobs, endTask } from './run.jobs.ts'
import { createPlans } from './run.plan.ts'
import { setAttributeNode } from './set-attribute.node.ts'
import { endNode, splitNode } from './split.node.ts'
import { eventTrigger, runNowTrigger, scheduleTrigger } from './trigger.node.ts'
import { waitNode } from './wait.node.ts'

interface Neighbours {
  scenarios: Scenarios
  users: UserService
  types: ActivityTypeService
  fields: FieldService
  rules: RecordRules & { readContext: ReadRuleContext }
  lists: RecordLists
  ledger: Ledger
  bulkUpdates: BulkUpdates
  tasks: Tasks
  playbooks: Playbooks
  templates: TemplateService
  notifications: Notifications
}

function registerNodes(neighbours: Neighbours): void {
  const { scenarios, fields, rules, playbooks, templates } = neighbours
  const check = createRuleCheck(rules)
  scenarios.registerNode(runNowTrigger(neighbours))
  scenarios.registerNode(scheduleTrigger(neighbours))
  scenarios.registerNode(eventTrigger(neighbours))
  scenarios.registerNode(waitNode(fields))
  scenarios.registerNode(conditionNode(check))
  scenarios.registerNode(branchNode(check))
  scenarios.registerNode(filterNode(check))
  scenarios.registerNode(splitNode)
  scenarios.registerNode(endNode)
  scenarios.registerNode(assignPlaybookNode(playbooks, templates))
  scenarios.registerNode(createTaskNode(neighbours))
  scenarios.registerNode(setAttributeNode(neighbours, scenarioActor))
}

/** Scenarios at work: records enter them, go from node to node, and what happens to them is kept. */
function createScenarioRunModule(platform: Platform, neighbours: Neighbours) {
  const { scenarios, notifications } = neighbours
  registerNodes(neighbours)
  const entries = createEntries(platform, neighbours)
  const brake = createBrake(platform, scenarios, notifications)
  const advance = createAdvance(platform, { ...neighbours, readPlan: createPlans(scenarios), brake })
  const { tasks, wake } = createRunJobs(platform, advance)
  const executions = createExecutions(platform)
  scenarios.registerRuns({
    async countNodes(tenantId, nodeIds): Promise<NodeCounts> {
      const rows = await readCounts(platform.database.tenant(tenantId), tenantId, nodeIds)
      const groups = Map.groupBy(rows, ({ nodeId }) => nodeId)
      return new Map([...groups].map(([id, some]) => [id, new Map(some.map(({ status, n }) => [status, n]))]))
    },
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
    tasks: { ...tasks, [enterTask]: entries.enterSelection },
    due: { [wakeKind]: wake, [startKind]: entries.start },
    subscribers: [
      createEventSubscriber(platform, { scenarios, entries, findAwaited: createFindAwaited(neighbours) }),
    ],
    addRoutes: (api) => addExecutionRoutes(api, executions),
  }
  return { module }
}

export const scenarioRunModule = defineModule({
  needs: {
    scenarios: scenarioManagementModule,
    users: userManagementModule,
    types: activityTypeModule,
    fields: fieldModule,
    rules: recordRuleModule,
    lists: recordListModule,
    segments: segmentModule,
    ledger: ledgerModule,
    bulkUpdates: bulkUpdateModule,
    tasks: taskModule,
    playbooks: playbookModule,
    templates: playbookTemplateModule,
    notifications: notificationModule,
  },
  create: createScenarioRunModule,
})
