import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import { createExportJobs } from './export.jobs.ts'
import { addExportRoutes } from './export.routes.ts'
import type { ExportNeighbours } from './export.run.ts'
import { createExportService } from './export.service.ts'

export { openExportBytes } from './export.bytes.ts'

/** Records as files: CSV and Excel, which an import reads back. */
export function createExportModule(
  platform: Platform,
  neighbours: ExportNeighbours & { audit: AuditService },
) {
  const service = createExportService(platform, neighbours)
  const { tasks, schedules, onWorkerStart } = createExportJobs(platform, neighbours)
  const module: Module = {
    tasks,
    schedules,
    onWorkerStart,
    addRoutes: (api) => addExportRoutes(api, service),
  }
  return { module }
}
