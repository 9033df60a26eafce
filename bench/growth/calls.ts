import { page } from '../calls.bench.ts'
import type { Call } from '../load.ts'
import { accountId } from './filling.ts'

/** A call that people make all day, of a company with a number of records. */
export interface UsualCall {
  name: string
  call: (n: number, records: number) => Call
}

const active =
  '{"and":[{"field":"entityArchived","operator":"isFalse"},{"field":"churned","operator":"isFalse"}]}'
const columns = 'number_1,number_2,date_1,text_1'
const searched = ['aster', 'fjord', 'quartz', 'umber mo', 'zephyr h', 'ember']

const get = (path: string, parameters: Record<string, string | number>): Call => ({
  method: 'GET',
  path: `${path}?${page(parameters)}`,
})

export const usualCalls: readonly UsualCall[] = [
  {
    name: 'a page of accounts',
    call: (n) => get('/api/core/accounts', { page: 1 + (n % 2), pageSize: 50, filter: active, columns }),
  },
  {
    name: 'a page of contacts',
    call: (n) => get('/api/core/contacts', { page: 1 + (n % 5), pageSize: 50 }),
  },
  {
    name: 'accounts filtered and sorted',
    call: (n) =>
      get('/api/core/accounts', {
        pageSize: 50,
        sort: 'date_1',
        columns,
        filter: JSON.stringify({ field: 'number_1', operator: 'greater', value: 9000 + (n % 10) * 10 }),
      }),
  },
  {
    name: 'part of a name',
    call: (n) => get('/api/core/contacts/partial', { name: searched[n % searched.length] ?? '' }),
  },
  {
    name: 'one account',
    call: (n, records) => ({ method: 'GET', path: `/api/core/accounts/${accountId(n, records)}` }),
  },
  {
    name: 'one field changed',
    call: (n, records) => ({
      method: 'POST',
      path: `/api/core/accounts/${accountId(n, records)}`,
      body: { data: { number_2: n } },
    }),
  },
  {
    name: 'a page of a timeline',
    call: (n, records) =>
      get('/api/core/timeline', { level: 'account', parentIdentifier: accountId(n, records) }),
  },
]
