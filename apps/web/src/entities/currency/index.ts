export { currenciesQuery, ratesQuery } from './currency.calls.ts'
