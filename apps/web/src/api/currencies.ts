import { queryOptions } from '@tanstack/react-query'
import type { CurrencyDefinition } from '@steward/contracts/currency'
import { api, send } from './client.ts'

export const currenciesQuery = queryOptions({
  queryKey: ['currencies'],
  queryFn: async ({ signal }): Promise<CurrencyDefinition[]> =>
    (await send(api.GET('/currency/active-currencies', { signal }))).data,
  staleTime: 5 * 60_000,
})
