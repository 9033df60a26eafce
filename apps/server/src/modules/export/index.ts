import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { fileModule } from '../file/index.ts'
import { currencyModule } from '../currency/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { recordListModule } from '../record-list/index.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { createExportJobs } from './export.jobs.ts'
import { addExportRoutes } from './export.routes.ts'
import type { ExportNeighbours } from './export.run.ts'
import { createExportService } from './export.service.ts'

export { openExportBytes } from './export.bytes.ts'

/** Records as files: CSV and Excel, which an import reads back. */
function createExportModule(platform: Platform, neighbours: ExportNeighbours & { audit: AuditService }) {
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

export const exportModule = defineModule({
  needs: {
    audit: auditModule,
    lists: recordListModule,
    users: userManagementModule,
    currency: currencyModule,
    files: fileModule,
  },
  create: (platform, { files, ...neighbours }) =>
    createExportModule(platform, { ...neighbours, keptBytes: files.keptBytes }),
})
