import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule } from '../audit/index.ts'
import { currencyModule } from '../currency/index.ts'
import { fieldModule } from '../field/index.ts'
import { successPlanModule } from '../success-plan/index.ts'
import { taskModule } from '../task/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { createApplying, type ApplyNeighbours } from './apply.service.ts'
import { addTemplateRoutes } from './template.routes.ts'
import { createTemplateService, type TemplateNeighbours } from './template.service.ts'

/** Templates of success plans: days relative to the start, placeholders, and many records at once. */
function createPlanTemplateModule(
  platform: Platform,
  neighbours: ApplyNeighbours & TemplateNeighbours,
): { module: Module } {
  const templates = createTemplateService(platform, neighbours)
  const applying = createApplying(platform, neighbours)
  return { module: { addRoutes: (api) => addTemplateRoutes(api, { templates, applying }) } }
}

export const planTemplateModule = defineModule({
  needs: {
    audit: auditModule,
    currency: currencyModule,
    fields: fieldModule,
    plans: successPlanModule,
    tasks: taskModule,
    users: userManagementModule,
  },
  create: createPlanTemplateModule,
})
