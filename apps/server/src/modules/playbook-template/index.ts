import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { activityTypeModule } from '../activity-type/index.ts'
import { fileModule } from '../file/index.ts'
import { fieldModule, type FieldService } from '../field/index.ts'
import { recordRuleModule, type RegisterUses } from '../record-rule/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addTemplateRoutes } from './template.routes.ts'
import { createTemplateService, type TemplateNeighbours, type TemplateService } from './template.service.ts'
import { listDefinitions } from './template.store.ts'

export { starters } from './starter.rules.ts'
export { offsetDay, orderSteps, planDays } from './schedule.ts'
export { personOf } from './template.present.ts'
export type { TemplateService } from './template.service.ts'
export type { TemplateAtVersion } from './template.store.ts'

interface Neighbours extends TemplateNeighbours {
  fields: FieldService
  rules: TemplateNeighbours['rules'] & { registerUses: RegisterUses }
}

/** Series of steps that teams repeat: what they say, in versions. */
function createPlaybookTemplateModule(
  platform: Platform,
  neighbours: Neighbours,
): { module: Module; service: TemplateService } {
  const service = createTemplateService(platform, neighbours)
  const readNamed = async (tenantId: number) => {
    const all = await listDefinitions(platform.database.tenant(tenantId), tenantId)
    return all.map(({ name, level, definition: { steps, effect } }) => ({
      name,
      level,
      settings: [steps, effect],
    }))
  }
  neighbours.rules.registerUses('playbook', readNamed)
  return { module: { addRoutes: (api) => addTemplateRoutes(api, service) }, service }
}

export const playbookTemplateModule = defineModule({
  needs: {
    users: userManagementModule,
    files: fileModule,
    fields: fieldModule,
    rules: recordRuleModule,
    types: activityTypeModule,
  },
  create: createPlaybookTemplateModule,
})
