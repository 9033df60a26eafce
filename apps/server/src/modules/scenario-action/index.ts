import { defineModule } from '../../platform/module-definition.ts'
import { activityModule } from '../activity/index.ts'
import { activityTypeModule } from '../activity-type/index.ts'
import { bulkUpdateModule } from '../bulk-update/index.ts'
import { fieldModule } from '../field/index.ts'
import { notificationModule } from '../notification/index.ts'
import { scenarioActor, scenarioManagementModule } from '../scenario-management/index.ts'
import { createValueForAll } from '../scenario-node/index.ts'
import { scenarioRunModule } from '../scenario-run/index.ts'
import { timelineModule } from '../timeline/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { changeStageNode, setPulseNode } from './attribute.node.ts'
import { changeOwnerNode } from './change-owner.node.ts'
import { addNoteNode, logActivityNode } from './logged.node.ts'
import { notifyUserNode } from './notify-user.node.ts'
import { startScenarioNode } from './start-scenario.node.ts'

/** Actions of scenarios beyond values, tasks and playbooks. */
export const scenarioActionModule = defineModule({
  needs: {
    scenarios: scenarioManagementModule,
    runs: scenarioRunModule,
    users: userManagementModule,
    fields: fieldModule,
    bulkUpdates: bulkUpdateModule,
    types: activityTypeModule,
    timeline: timelineModule,
    activities: activityModule,
    notifications: notificationModule,
  },
  create(_, { scenarios, runs, ...neighbours }) {
    const setAttribute = createValueForAll(neighbours, scenarioActor)
    scenarios.registerNode(changeStageNode(setAttribute))
    scenarios.registerNode(setPulseNode(setAttribute))
    scenarios.registerNode(changeOwnerNode(neighbours))
    scenarios.registerNode(addNoteNode(neighbours))
    scenarios.registerNode(logActivityNode(neighbours))
    scenarios.registerNode(notifyUserNode(neighbours))
    scenarios.registerNode(startScenarioNode(scenarios, runs))
    return { module: {} }
  },
})
