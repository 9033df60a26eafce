import type { FastifyInstance } from 'fastify'
import type { Tx } from './platform/db/database.ts'
import type { Module } from './platform/module.ts'
import type { Platform } from './platform/platform.ts'
import { createBulkModule } from './modules/bulk/index.ts'
import { createCurrencyModule } from './modules/currency/index.ts'
import { createFieldModule } from './modules/field/index.ts'
import { createIdentityModule } from './modules/identity/index.ts'
import { createLedgerModule } from './modules/ledger/index.ts'
import { createLifecycleModule } from './modules/lifecycle/index.ts'
import { createRecordModule } from './modules/record/index.ts'
import { createSheetModule } from './modules/sheet/index.ts'
import { createUserManagementModule } from './modules/user-management/index.ts'

/** The composition root: every module, in the order of the graph. */
export function composeModules(platform: Platform) {
  const users = createUserManagementModule(platform)
  const identity = createIdentityModule(platform, { users: users.service })
  const currency = createCurrencyModule(platform)
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
  const modules: Module[] = [users, identity, currency, fields, lifecycle, records, ledger, sheets, bulk].map(
    (part) => part.module,
  )
  return {
    modules,
    users: users.service,
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
