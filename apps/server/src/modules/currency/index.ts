import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { createCurrencyRegistry } from './currency.registry.ts'
import { addCurrencyRoutes } from './currency.routes.ts'
import {
  createCurrencyContext,
  createCurrencyService,
  seedCurrencies,
  type CurrencyDefinitions,
} from './currency.service.ts'
import { createRateImport, type RateImport } from './rate-import.service.ts'
import { createRateJobs } from './rate.jobs.ts'
import { addRateRoutes } from './rate.routes.ts'
import { createRateService } from './rate.service.ts'

export type { CurrencyChange } from './currency.registry.ts'
export {
  chooseDisplay,
  rateDay,
  rateDaySql,
  reckoned,
  reckonedSql,
  reckoningIn,
  seen,
  type Reckoning,
} from './reckoning.ts'
export type { CurrencyBook } from './currency.service.ts'
export { readPublished, type PublishedRates } from './rate-file.ts'

type BringingRates = Pick<RateImport, 'importPublished' | 'addSamples' | 'removeSamples'>

export type CurrencyService = CurrencyDefinitions & BringingRates

/** The currencies a tenant works in, and what they are worth. */
function createCurrencyModule(
  platform: Platform,
  { audit }: { audit: AuditService },
): { module: Module; service: CurrencyService } {
  const context = createCurrencyContext(platform, audit, createCurrencyRegistry())
  const service = createCurrencyService(context)
  const rates = createRateService(context)
  const imports = createRateImport(context)
  const { tasks, schedules } = createRateJobs(context, imports)
  return {
    module: {
      tasks,
      schedules,
      addRoutes(api) {
        addCurrencyRoutes(api, service)
        addRateRoutes(api, { rates, imports })
      },
      seedTenant: seedCurrencies,
    },
    service: {
      ...service,
      importPublished: imports.importPublished,
      addSamples: imports.addSamples,
      removeSamples: imports.removeSamples,
    },
  }
}

export const currencyModule = defineModule({ needs: { audit: auditModule }, create: createCurrencyModule })
