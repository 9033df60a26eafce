import { dataOf } from '@steward/contracts/api'
import {
  currencyDefinitionSchema,
  currencyTypesSchema,
  updateDefaultCurrencySchema,
} from '@steward/contracts/currency'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { CurrencyDefinitions } from './currency.service.ts'

const tag = 'currency'
const listed = dataOf(z.array(currencyDefinitionSchema))

export function addCurrencyRoutes(api: FastifyInstance, currencies: CurrencyDefinitions): void {
  route(api, {
    method: 'GET',
    url: '/currency/active-currencies',
    operationId: 'listActiveCurrencies',
    summary: 'List the active currencies, the default first',
    tag,
    permission: 'currency.read',
    response: listed,
    handle: async ({ actor }) => ({ data: [...(await currencies.active(actor.tenantId))] }),
  })
  route(api, {
    method: 'GET',
    url: '/currency/currency-definitions',
    operationId: 'listCurrencyDefinitions',
    summary: 'List all currencies, active or not',
    tag,
    permission: 'currency.read',
    response: listed,
    handle: async ({ actor }) => ({ data: [...(await currencies.definitions(actor.tenantId))] }),
  })
  route(api, {
    method: 'POST',
    url: '/currency/currency-types',
    operationId: 'changeCurrencyTypes',
    summary: 'Add or remove currencies and choose the base; returns the active ones',
    description: "All or nothing. A currency in use can't be removed, and the error lists its uses.",
    tag,
    permission: 'currency.administer',
    audited: 'by-service',
    body: currencyTypesSchema,
    response: listed,
    errors: [409],
    handle: async ({ actor, body }) => ({ data: [...(await currencies.changeTypes(actor, body))] }),
  })
  route(api, {
    method: 'POST',
    url: '/currency/update-default-currency',
    operationId: 'updateDefaultCurrency',
    summary: 'Choose the default currency; returns the active ones',
    tag,
    permission: 'currency.administer',
    audited: 'by-service',
    body: updateDefaultCurrencySchema,
    response: listed,
    handle: async ({ actor, body }) => ({
      data: [...(await currencies.changeDefault(actor, body.currencyDefinitionId))],
    }),
  })
}
