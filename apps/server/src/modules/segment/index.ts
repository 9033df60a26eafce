import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule } from '../audit/index.ts'
import { recordListModule } from '../record-list/index.ts'
import { recordRuleModule } from '../record-rule/index.ts'
import { ledgerModule } from '../ledger/index.ts'
import { recordModule } from '../record/index.ts'
import { lifecycleModule } from '../lifecycle/index.ts'
import { fieldModule } from '../field/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addSegmentRoutes } from './segment.routes.ts'
import { createSegmentService, type SegmentNeighbours, type SegmentService } from './segment.service.ts'

export { holdsFor } from './segment.membership.holds.ts'
export { heldValue, withValues, type Held } from './segment.membership.rules.ts'
export type { SegmentService } from './segment.service.ts'

/** Named rules over the records of a level. */
function createSegmentModule(
  platform: Platform,
  neighbours: SegmentNeighbours,
): { module: Module; service: SegmentService } {
  const service = createSegmentService(platform, neighbours)
  neighbours.fields.registerUse('segment', service.findUses)
  neighbours.lifecycle.registerUse('segment', service.findStageUses)
  neighbours.lists.registerSegments(service.ruleOf)
  return { module: { addRoutes: (api) => addSegmentRoutes(api, service) }, service }
}

export const segmentModule = defineModule({
  needs: {
    audit: auditModule,
    users: userManagementModule,
    fields: fieldModule,
    lifecycle: lifecycleModule,
    records: recordModule,
    ledger: ledgerModule,
    lists: recordListModule,
    rules: recordRuleModule,
  },
  create: (platform, { audit, ...neighbours }) =>
    createSegmentModule(platform, { ...neighbours, refused: audit.calls.refused }),
})
