import { defineModule } from '../../platform/module-definition.ts'
import { activityTypeModule } from '../activity-type/index.ts'
import { bulkUpdateModule } from '../bulk-update/index.ts'
import { calculationModule } from '../calculation/index.ts'
import { fieldModule } from '../field/index.ts'
import { playbookModule } from '../playbook/index.ts'
import { playbookTemplateModule } from '../playbook-template/index.ts'
import { recordListModule } from '../record-list/index.ts'
import { recordRuleModule } from '../record-rule/index.ts'
import { scenarioActor, scenarioManagementModule } from '../scenario-management/index.ts'
import { segmentModule } from '../segment/index.ts'
import { taskModule } from '../task/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { workCalendarModule } from '../work-calendar/index.ts'
import { assignPlaybookNode } from './assign-playbook.node.ts'
import { branchNode, conditionNode, createRuleCheck, filterNode } from './condition.node.ts'
import { createTaskNode } from './create-task.node.ts'
import { setAttributeNode } from './set-attribute.node.ts'
import { endNode, splitNode } from './split.node.ts'
import { eventTrigger, runNowTrigger, scheduleTrigger } from './trigger.node.ts'
import { createValueForAll } from './value-for-all.ts'
import { createValueForEach } from './value-for-each.ts'
import { waitNode } from './wait.node.ts'

export { namesOf, readNamed } from './named-record.read-model.ts'
export { createValueForAll, type AttributeWay, type ForAll } from './value-for-all.ts'

/** The types of nodes that scenarios have of themselves; modules above register more. */
export const scenarioNodeModule = defineModule({
  needs: {
    scenarios: scenarioManagementModule,
    users: userManagementModule,
    types: activityTypeModule,
    fields: fieldModule,
    calendars: workCalendarModule,
    rules: recordRuleModule,
    lists: recordListModule,
    segments: segmentModule,
    bulkUpdates: bulkUpdateModule,
    formulas: calculationModule,
    tasks: taskModule,
    playbooks: playbookModule,
    templates: playbookTemplateModule,
  },
  create(_, neighbours) {
    const { scenarios, rules, playbooks, templates } = neighbours
    const check = createRuleCheck(rules)
    scenarios.registerNode(runNowTrigger(neighbours))
    scenarios.registerNode(scheduleTrigger(neighbours))
    scenarios.registerNode(eventTrigger(neighbours))
    scenarios.registerNode(waitNode(neighbours))
    scenarios.registerNode(conditionNode(check))
    scenarios.registerNode(branchNode(check))
    scenarios.registerNode(filterNode(check))
    scenarios.registerNode(splitNode)
    scenarios.registerNode(endNode)
    scenarios.registerNode(assignPlaybookNode(playbooks, templates))
    scenarios.registerNode(createTaskNode(neighbours))
    scenarios.registerNode(
      setAttributeNode(
        createValueForAll(neighbours, scenarioActor),
        createValueForEach(neighbours, scenarioActor),
      ),
    )
    return { module: {} }
  },
})
