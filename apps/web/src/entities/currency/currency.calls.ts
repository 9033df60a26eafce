import { queryOptions } from '@tanstack/react-query'
import type { CurrencyDefinition, ExchangeRates } from '@steward/contracts/currency'
import { api, send } from '../../api/client.ts'

export const currenciesQuery = queryOptions({
  queryKey: ['currencies'],
  queryFn: async ({ signal }): Promise<CurrencyDefinition[]> =>
    (await send(api.GET('/currency/active-currencies', { signal }))).data,
  staleTime: 5 * 60_000,
})

/** The rates of the last twelve months, and those by which amounts are converted today. */
export const ratesQuery = queryOptions({
  queryKey: ['currencies', 'rates'],
  queryFn: async ({ signal }): Promise<ExchangeRates> =>
    (await send(api.GET('/currency/exchange-rates', { signal }))).data,
  staleTime: 5 * 60_000,
})
