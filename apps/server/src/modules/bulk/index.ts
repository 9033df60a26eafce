import { AppError } from '../../platform/errors.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { createBulkJobs } from './bulk.jobs.ts'
import { addBulkRoutes } from './bulk.routes.ts'
import { createBulkService, type BulkService } from './bulk.service.ts'
import type { BulkNeighbours } from './bulk.setup.ts'
import { forgetJobs } from './bulk.retention.store.ts'
import { findNeededUploads, isAtWork } from './bulk.store.ts'

export type { BulkService } from './bulk.service.ts'

/** Imports from files and mass updates: looked at first, then run as jobs, and undone as a whole. */
export function createBulkModule(
  platform: Platform,
  neighbours: BulkNeighbours,
): { module: Module; service: BulkService } {
  const service = createBulkService(platform, neighbours)
  const { tasks, listeners, onWorkerStart } = createBulkJobs(platform, neighbours)
  neighbours.sheets.registerUse(findNeededUploads)
  neighbours.ledger.registerUndo(async (tx, { tenantId }, { changeSetId }) => {
    if (!(await isAtWork(tx, tenantId, changeSetId))) return undefined
    const message = 'This is still going on. Stop it, or wait until it has ended, and undo it then.'
    throw new AppError('conflict', 'undo.at_work', message)
  })
  return {
    service,
    module: {
      tasks,
      listeners,
      onWorkerStart,
      addRoutes: (api) => addBulkRoutes(api, service),
      retention: [
        {
          name: 'imports and mass updates',
          days: platform.config.keptDays.imports,
          forget: (tenantId, before) => forgetJobs(platform.database.tenant(tenantId), tenantId, before),
        },
      ],
    },
  }
}
