import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordModule } from '../record/index.ts'
import { currencyModule } from '../currency/index.ts'
import { lifecycleModule } from '../lifecycle/index.ts'
import { fieldModule } from '../field/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addTemplateRoutes } from './template.routes.ts'
import { createTemplates, type TemplateNeighbours } from './template.service.ts'

/** Texts that e-mails begin with. */
function createEmailTemplateModule(platform: Platform, neighbours: TemplateNeighbours): { module: Module } {
  const templates = createTemplates(platform, neighbours)
  neighbours.fields.registerUse('email template', templates.findUses)
  return { module: { addRoutes: (api) => addTemplateRoutes(api, templates) } }
}

export const emailTemplateModule = defineModule({
  needs: {
    users: userManagementModule,
    fields: fieldModule,
    lifecycle: lifecycleModule,
    currency: currencyModule,
    records: recordModule,
  },
  create: createEmailTemplateModule,
})
