import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { createBulkJobs } from './bulk.jobs.ts'
import { addBulkRoutes } from './bulk.routes.ts'
import { createBulkService, type BulkService } from './bulk.service.ts'
import type { BulkNeighbours } from './bulk.setup.ts'
import { findNeededUploads } from './bulk.store.ts'

export type { BulkService } from './bulk.service.ts'

/** Imports from files and mass updates: looked at first, then run as jobs, and undone as a whole. */
export function createBulkModule(
  platform: Platform,
  neighbours: BulkNeighbours,
): { module: Module; service: BulkService } {
  const service = createBulkService(platform, neighbours)
  const { tasks, listeners, onWorkerStart } = createBulkJobs(platform, neighbours)
  neighbours.sheets.registerUse(findNeededUploads)
  return {
    service,
    module: { tasks, listeners, onWorkerStart, addRoutes: (api) => addBulkRoutes(api, service) },
  }
}
