import { page, type Work } from './calls.bench.ts'
import { mixedField, type Scale, type TenantSetup } from './workload.ts'

const active =
  '{"and":[{"field":"entityArchived","operator":"isFalse"},{"field":"churned","operator":"isFalse"}]}'
const columns = [
  'number_1',
  'number_2',
  'number_3',
  'text_1',
  'text_2',
  'date_1',
  'date_2',
  'choice_1',
  'amount_2',
]

/**
 * A list sorted by money of four currencies and seen in one of them. The floor has a column of amounts that are
 * all in one currency, with an index, and converts nothing.
 */
export function moneyWork({ tenantId }: TenantSetup, scale: Scale): Work {
  const money = `f${mixedField + 1}`
  return {
    work: `sorted by money of 4 currencies, seen in euros, ${scale.accounts} accounts`,
    bound: 2,
    floor: {
      name: 'money',
      parameters: ['tenant', 'offset'],
      text: `select account_id, name, external_id, image_id, health, churned, archived, stage_id, owner_id, pulse,
          f1, f2, f3, f11, f12, f19, f20, f25, ${money},
          (select sum(n) from ideal.total where tenant_id = $1 and kind = 'account') as total,
          (select json_object_agg(stage_id, n) from ideal.total where tenant_id = $1 and kind = 'account') as stages
        from ideal.account where tenant_id = $1 and not archived and not churned
        order by ${money} desc, account_id desc limit 50 offset $2`,
      path: (n) => `/money?tenant=${tenantId}&offset=${(n % 5) * 50}`,
    },
    steward: (n) => ({
      method: 'GET',
      path: `/api/core/accounts?${page({
        page: 1 + (n % 5),
        pageSize: 50,
        sort: '-amount_2',
        displayCurrency: 'EUR',
        filter: active,
        columns: columns.join(','),
      })}`,
    }),
  }
}
