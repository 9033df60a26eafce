import { dataOf } from '@steward/contracts/api'
import { currencyDefinitionSchema } from '@steward/contracts/currency'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { CurrencyService } from './currency.service.ts'

const calls = [
  {
    url: '/currency/active-currencies',
    operationId: 'listActiveCurrencies',
    summary: 'The currencies that amounts may be given in',
  },
  {
    url: '/currency/currency-definitions',
    operationId: 'listCurrencyDefinitions',
    summary: 'The currencies that the tenant has defined',
  },
]

export function addCurrencyRoutes(api: FastifyInstance, currencies: CurrencyService): void {
  // Every defined currency is active, so both calls answer the same.
  for (const call of calls) {
    route(api, {
      ...call,
      method: 'GET',
      tag: 'currency',
      permission: 'currency.read',
      response: dataOf(z.array(currencyDefinitionSchema)),
      handle: async ({ actor }) => ({ data: [...(await currencies.definitions(actor.tenantId))] }),
    })
  }
}
