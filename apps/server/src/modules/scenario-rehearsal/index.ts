import { defineModule } from '../../platform/module-definition.ts'
import { ledgerModule } from '../ledger/index.ts'
import { recordModule } from '../record/index.ts'
import { recordRuleModule } from '../record-rule/index.ts'
import { scenarioActor, scenarioManagementModule } from '../scenario-management/index.ts'
import { segmentModule } from '../segment/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addRehearsalRoutes } from './rehearsal.routes.ts'
import { createRehearsals } from './rehearsal.service.ts'

/** What scenarios would have done: the history of records, replayed through them. */
export const scenarioRehearsalModule = defineModule({
  needs: {
    scenarios: scenarioManagementModule,
    users: userManagementModule,
    records: recordModule,
    rules: recordRuleModule,
    ledger: ledgerModule,
    segments: segmentModule,
  },
  create(platform, { segments, ...neighbours }) {
    const rehearsals = createRehearsals(platform, {
      ...neighbours,
      ruleOfSegment: async (tenantId, segmentId) =>
        (await segments.ruleOf(scenarioActor(tenantId), segmentId)).rule,
    })
    const { tasks, abandoned } = rehearsals
    return { module: { tasks, abandoned, addRoutes: (api) => addRehearsalRoutes(api, rehearsals) } }
  },
})
