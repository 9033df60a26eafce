import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import type {
  CurrencyDefinition,
  CurrencyType,
  ExchangeRates,
  ImportedRates,
  RateEdit,
} from '@steward/contracts/currency'
import { api, send } from '../../api/client.ts'
import { currenciesQuery } from '../../entities/currency/index.ts'

const ratesKey = [...currenciesQuery.queryKey, 'months'] as const

/** All currencies that there are, those in use among them. */
export const definitionsQuery = queryOptions({
  queryKey: [...currenciesQuery.queryKey, 'definitions'],
  queryFn: async ({ signal }): Promise<CurrencyDefinition[]> =>
    (await send(api.GET('/currency/currency-definitions', { signal }))).data,
})

/** The rates of the twelve months that end with `to`; the present one where it is null. */
export function monthsQuery(to: string | null) {
  const query = to === null ? {} : { from: monthBefore(to, 11), to }
  return queryOptions({
    queryKey: [...ratesKey, to],
    queryFn: async ({ signal }): Promise<ExchangeRates> =>
      (await send(api.GET('/currency/exchange-rates', { params: { query }, signal }))).data,
    placeholderData: keepPreviousData,
  })
}

/** The month that lies so many before another; both are YYYY-MM. */
export function monthBefore(month: string, by: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 - by, 1)).toISOString().slice(0, 7)
}

export async function setCurrencyTypes(types: CurrencyType[]): Promise<void> {
  await send(api.POST('/currency/currency-types', { body: types }))
}

export async function setDefaultCurrency(currencyDefinitionId: number): Promise<void> {
  await send(api.POST('/currency/update-default-currency', { body: { currencyDefinitionId } }))
}

export async function saveRates(rates: RateEdit[]): Promise<void> {
  await send(api.POST('/currency/exchange-rates', { body: { rates } }))
}

/** Reads a file of rates; with `dryRun` it only shows what it would write. */
export async function importRates(file: File, dryRun: boolean): Promise<ImportedRates> {
  const form = new FormData()
  form.append('file', file, file.name)
  const params = { query: { dryRun: dryRun ? ('true' as const) : ('false' as const) } }
  const init = { params, body: { file: '' }, bodySerializer: () => form }
  return (await send(api.POST('/currency/exchange-rates/import', init))).data
}

/** After currencies or rates have changed, everything that shows money is another. */
export async function refreshMoney(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: currenciesQuery.queryKey })
  void client.invalidateQueries({ queryKey: ['records'] })
}
