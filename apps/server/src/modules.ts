import type { FastifyInstance } from 'fastify'
import type { Tx } from './platform/db/database.ts'
import type { Module } from './platform/module.ts'
import type { Platform } from './platform/platform.ts'
import { createApiTokenModule } from './modules/api-token/index.ts'
import { createAuditModule } from './modules/audit/index.ts'
import { createBulkModule } from './modules/bulk/index.ts'
import { createCurrencyModule } from './modules/currency/index.ts'
import { createFieldModule } from './modules/field/index.ts'
import { createFileModule } from './modules/file/index.ts'
import { createIdentityModule } from './modules/identity/index.ts'
import { createIdentityProviderModule } from './modules/identity-provider/index.ts'
import { createLedgerModule } from './modules/ledger/index.ts'
import { createLifecycleModule } from './modules/lifecycle/index.ts'
import { createMessengerModule } from './modules/messenger/index.ts'
import { createRecordModule } from './modules/record/index.ts'
import { createSegmentModule } from './modules/segment/index.ts'
import { createSheetModule } from './modules/sheet/index.ts'
import { createUserManagementModule } from './modules/user-management/index.ts'

/** The composition root: every module, in the order of the graph. */
export function composeModules(platform: Platform) {
  const audit = createAuditModule(platform)
  const messenger = createMessengerModule(platform, { audit: audit.service })
  const currency = createCurrencyModule(platform)
  const users = createUserManagementModule(platform, {
    audit: audit.service,
    refused: audit.calls.refused,
    currency: currency.service,
  })
  const files = createFileModule(platform)
  const apiTokens = createApiTokenModule(platform, { users: users.service, audit: audit.service })
  const providers = createIdentityProviderModule(platform, { users: users.service, audit: audit.service })
  const identity = createIdentityModule(platform, {
    users: users.service,
    audit: audit.service,
    messenger: messenger.service,
    providers: providers.service,
    isMfaRequired: async (tenantId) => (await providers.service.rules(tenantId)).mfaRequired,
    tokenReaders: [apiTokens.service.readToken, providers.service.readToken],
  })
  const fields = createFieldModule(platform)
  const lifecycle = createLifecycleModule(platform)
  const records = createRecordModule(platform, {
    users: users.service,
    fields: fields.service,
    lifecycle: lifecycle.service,
    currency: currency.service,
  })
  const ledger = createLedgerModule(platform, {
    users: users.service,
    fields: fields.service,
    lifecycle: lifecycle.service,
    currency: currency.service,
    records: records.service,
  })
  const sheets = createSheetModule(platform, {
    fields: fields.service,
    users: users.service,
    lifecycle: lifecycle.service,
    currency: currency.service,
  })
  const bulk = createBulkModule(platform, {
    records: records.service,
    sheets: sheets.service,
    ledger: ledger.service,
    fields: fields.service,
    users: users.service,
    lifecycle: lifecycle.service,
    currency: currency.service,
  })
  const segments = createSegmentModule(platform, {
    users: users.service,
    fields: fields.service,
    records: records.service,
  })
  const modules: Module[] = [
    audit,
    messenger,
    users,
    files,
    apiTokens,
    providers,
    identity,
    currency,
    fields,
    lifecycle,
    records,
    ledger,
    sheets,
    bulk,
    segments,
  ].map((part) => part.module)
  return {
    modules,
    audit: audit.service,
    auditCalls: audit.calls,
    messenger: messenger.service,
    users: users.service,
    providers: providers.service,
    identity: identity.service,
    currency: currency.service,
    fields: fields.service,
    lifecycle: lifecycle.service,
    records: records.service,
    sheets: sheets.service,
    bulk: bulk.service,
    addRoutes(api: FastifyInstance) {
      for (const module of modules) module.addRoutes?.(api)
    },
    async seedTenant(tx: Tx, tenantId: number) {
      for (const module of modules) await module.seedTenant?.(tx, tenantId)
    },
  }
}

export type Modules = ReturnType<typeof composeModules>
