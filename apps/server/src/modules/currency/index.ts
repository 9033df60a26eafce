import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addCurrencyRoutes } from './currency.routes.ts'
import { createCurrencyService, seedCurrencies, type CurrencyService } from './currency.service.ts'

export type { CurrencyService } from './currency.service.ts'

/** The currencies a tenant works in. */
export function createCurrencyModule(platform: Platform): { module: Module; service: CurrencyService } {
  const service = createCurrencyService(platform)
  return {
    module: { addRoutes: (api) => addCurrencyRoutes(api, service), seedTenant: seedCurrencies },
    service,
  }
}
