import type { CurrencyDefinition } from '@steward/contracts/currency'
import type { Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertCurrency, listCurrencies } from './currency.store.ts'

export interface CurrencyService {
  /** The tenant's currencies, the default one first, then by code; cached. */
  definitions(tenantId: number): Promise<readonly CurrencyDefinition[]>
  /** The id of the currency that an amount without one is taken to be in. */
  defaultCurrencyId(tenantId: number): Promise<number>
}

const firstCurrencies = [
  { code: 'USD', name: 'US Dollar', symbol: '$', isBase: true, isDefault: true },
  { code: 'EUR', name: 'Euro', symbol: '€', isBase: false, isDefault: false },
  { code: 'GBP', name: 'Pound Sterling', symbol: '£', isBase: false, isDefault: false },
]

/** Gives a new tenant the currencies it begins with. */
export async function seedCurrencies(tx: Tx, tenantId: number): Promise<void> {
  for (const currency of firstCurrencies) await insertCurrency(tx, tenantId, currency)
}

export function createCurrencyService(platform: Platform): CurrencyService {
  const cache = platform.caches.create('currency', (tenantId, db) => listCurrencies(db, tenantId))
  return {
    definitions: (tenantId) => cache.get(tenantId),
    async defaultCurrencyId(tenantId) {
      const found = (await cache.get(tenantId)).find((definition) => definition.isDefault)
      if (!found) throw new Error(`Tenant ${tenantId} has no default currency`)
      return found.currencyDefinitionId
    },
  }
}
