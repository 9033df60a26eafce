import { AppError } from '../../platform/errors.ts'
import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule } from '../audit/index.ts'
import { currencyModule } from '../currency/index.ts'
import { fieldModule, type FieldService } from '../field/index.ts'
import { ledgerModule, type Ledger } from '../ledger/index.ts'
import { recordListModule } from '../record-list/index.ts'
import { segmentModule } from '../segment/index.ts'
import { recordRuleModule, type RegisterUses } from '../record-rule/index.ts'
import { successPlanModule } from '../success-plan/index.ts'
import { taskModule } from '../task/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { isStillRunning } from './application.store.ts'
import { createApplyJobs } from './apply.jobs.ts'
import { createApplying, type ApplyNeighbours } from './apply.service.ts'
import { addTemplateRoutes } from './template.routes.ts'
import { createTemplateService, type TemplateNeighbours } from './template.service.ts'
import { listTemplates } from './template.store.ts'

type Neighbours = ApplyNeighbours &
  TemplateNeighbours & {
    fields: FieldService
    ledger: Pick<Ledger, 'registerUndo'>
    rules: { registerUses: RegisterUses }
  }

/** Templates of success plans: days relative to the start, placeholders, and many records at once. */
function createPlanTemplateModule(platform: Platform, neighbours: Neighbours): { module: Module } {
  const templates = createTemplateService(platform, neighbours)
  const applying = createApplying(platform, neighbours)
  const readNamed = async (tenantId: number) => {
    const all = await listTemplates(platform.database.tenant(tenantId), tenantId)
    return all.map(({ name, level, items }) => ({ name, level, settings: items }))
  }
  neighbours.rules.registerUses('plan template', readNamed)
  neighbours.ledger.registerUndo(async (tx, { tenantId }, { changeSetId }) => {
    if (!(await isStillRunning(tx, tenantId, changeSetId))) return undefined
    const message = 'Success plans are still being created. Wait until that has finished, then undo it.'
    throw new AppError('conflict', 'undo.at_work', message)
  })
  return {
    module: {
      tasks: createApplyJobs(platform, neighbours.users, applying),
      addRoutes: (api) => addTemplateRoutes(api, { templates, applying }),
    },
  }
}

export const planTemplateModule = defineModule({
  needs: {
    audit: auditModule,
    currency: currencyModule,
    fields: fieldModule,
    ledger: ledgerModule,
    lists: recordListModule,
    rules: recordRuleModule,
    segments: segmentModule,
    plans: successPlanModule,
    tasks: taskModule,
    users: userManagementModule,
  },
  create: createPlanTemplateModule,
})
