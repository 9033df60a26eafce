import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import { ledgerModule } from '../ledger/index.ts'
import { recordModule } from '../record/index.ts'
import { recordRuleModule } from '../record-rule/index.ts'
import { scenarioRunModule } from '../scenario-run/index.ts'
import { segmentModule } from '../segment/index.ts'
import { successPlanModule } from '../success-plan/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { createScenarioEventSubscriber } from './event.subscriber.ts'
import { createFindMoved } from './membership.match.ts'

/** Events beside changes of values that scenarios follow: segments, and what people log. */
export const scenarioEventModule = defineModule({
  needs: {
    runs: scenarioRunModule,
    users: userManagementModule,
    records: recordModule,
    rules: recordRuleModule,
    ledger: ledgerModule,
    segments: segmentModule,
    plans: successPlanModule,
  },
  create(platform, { runs, plans, ...neighbours }): { module: Module } {
    const findMoved = createFindMoved(neighbours)
    return { module: { subscribers: [createScenarioEventSubscriber(platform, { runs, findMoved, plans })] } }
  },
})
