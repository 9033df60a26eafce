import { AppError } from '../../platform/errors.ts'
import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { currencyModule } from '../currency/index.ts'
import { lifecycleModule } from '../lifecycle/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { fieldModule } from '../field/index.ts'
import { ledgerModule } from '../ledger/index.ts'
import { sheetModule } from '../sheet/index.ts'
import { recordListModule } from '../record-list/index.ts'
import { bulkUpdateModule } from '../bulk-update/index.ts'
import { recordModule } from '../record/index.ts'
import { createBulkJobs } from './bulk.jobs.ts'
import { addBulkRoutes } from './bulk.routes.ts'
import { createBulkService, type BulkService } from './bulk.service.ts'
import { onlyOwn, type BulkNeighbours } from './bulk.setup.ts'
import { findEarlierImports, forgetJobs } from './bulk.history.store.ts'
import { findNeededUploads, findWriter } from './bulk.store.ts'

export { asOnlyRunner, holdRunners } from './bulk-lock.store.ts'
export type { BulkService } from './bulk.service.ts'

/** Imports from files and bulk updates: looked at first, then run as jobs, and undone as a whole. */
function createBulkModule(
  platform: Platform,
  neighbours: BulkNeighbours,
): { module: Module; service: BulkService } {
  const service = createBulkService(platform, neighbours)
  const { tasks, schedules, subscribers, onWorkerStart } = createBulkJobs(platform, neighbours)
  neighbours.sheets.registerUse(findNeededUploads)
  neighbours.sheets.registerEarlierImports((actor, file) =>
    findEarlierImports(platform.database.tenant(actor.tenantId), actor.tenantId, onlyOwn(actor), file),
  )
  neighbours.ledger.registerUndo(async (tx, { tenantId }, { changeSetId }) => {
    const writer = await findWriter(tx, tenantId, changeSetId)
    if (!writer) return undefined
    const message =
      writer === 'stopped'
        ? 'An undo of this was stopped halfway. Resume it under Imports.'
        : 'This job is still running. Stop it or wait for it to finish, then undo it.'
    throw new AppError('conflict', 'undo.at_work', message)
  })
  return {
    service,
    module: {
      tasks,
      schedules,
      subscribers,
      onWorkerStart,
      addRoutes: (api) => addBulkRoutes(api, service),
      retention: [
        {
          name: 'imports and bulk updates',
          days: platform.config.keptDays.imports,
          forget: (tenantId, before) => forgetJobs(platform.database.tenant(tenantId), tenantId, before),
        },
      ],
    },
  }
}

export const bulkModule = defineModule({
  needs: {
    records: recordModule,
    bulkUpdates: bulkUpdateModule,
    lists: recordListModule,
    sheets: sheetModule,
    ledger: ledgerModule,
    fields: fieldModule,
    users: userManagementModule,
    lifecycle: lifecycleModule,
    currency: currencyModule,
  },
  create: createBulkModule,
})
