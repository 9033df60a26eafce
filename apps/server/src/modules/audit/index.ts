import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetEntries } from './audit.retention.store.ts'
import { addAuditRoutes } from './audit.routes.ts'
import { createAuditReader, createAuditService, createCallAudit, type AuditService } from './audit.service.ts'

export type { AuditInput } from './audit.rules.ts'
export type { AuditService } from './audit.service.ts'

/** The audit log: who did what to whom, and who was refused. It is only ever added to. */
function createAuditModule(platform: Platform) {
  const service: AuditService = createAuditService(platform)
  const reader = createAuditReader(platform, service.write)
  const module: Module = {
    addRoutes: (api) => addAuditRoutes(api, reader),
    retention: [
      {
        name: 'audit log',
        days: platform.config.keptDays.audit,
        forget: (tenantId, before) => forgetEntries(platform.database.owner, tenantId, before),
      },
    ],
  }
  return { module, service: { ...service, calls: createCallAudit(platform, service.write) } }
}

export const auditModule = defineModule({ create: createAuditModule })
