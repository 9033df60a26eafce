import { once, type Call, type Target } from './load.ts'
import { measurePair, type CallBound, type Row } from './measure.ts'
import type { Stage } from './stage.ts'
import type { Scale } from './workload.ts'

export interface Work {
  work: string
  /** Times the floor's CPU, unless it is an object. */
  bound: number | CallBound
  floor: { name: string; text: string; parameters: string[]; path: (n: number) => string }
  steward: (n: number) => Call
  /** Whether it writes. */
  changes?: true
}

export const page = (parameters: Record<string, string | number>): string =>
  new URLSearchParams(parameters as Record<string, string>).toString()

const active =
  '{"and":[{"field":"entityArchived","operator":"isFalse"},{"field":"churned","operator":"isFalse"}]}'
const activeContacts = '{"field":"entityArchived","operator":"isFalse"}'

function totals(kind: string): string {
  return `(select sum(n) from ideal.total where tenant_id = $1 and kind = '${kind}') as total,
    (select json_object_agg(stage_id, n) from ideal.total where tenant_id = $1 and kind = '${kind}') as stages`
}

/**
 * A page of accounts that match, with what the answer of a list has beside it: the counts by stage, by
 * which the exact total is shown, and how many accounts there are.
 */
function matchingPage(account: string, rule: string, order: string): string {
  return `with matching as (select stage_id, count(*) as n from ideal.account where tenant_id = $1 and ${rule} group by stage_id)
    select ${account}, (select sum(n) from matching) as total, (select json_object_agg(stage_id, n) from matching) as stages,
      (select sum(n) from ideal.total where tenant_id = $1 and kind = 'every account') as entities
    from ideal.account where tenant_id = $1 and ${rule} order by ${order} limit 50`
}

function works(stage: Stage, scale: Scale): Work[] {
  const { tenantId, stages } = stage.setup
  const columns = ['f1', 'f2', 'f3', 'f11', 'f12', 'f19', 'f20', 'f25', 'f38'].join(', ')
  const names = [
    'number_1',
    'number_2',
    'number_3',
    'text_1',
    'text_2',
    'date_1',
    'date_2',
    'choice_1',
    'amount_1',
  ].join(',')
  // What the record of a list carries, and the columns that are asked for.
  const account = `account_id, name, external_id, image_id, health, churned, archived, stage_id, owner_id, pulse, ${columns}`
  const contact = 'contact_id, name, external_id, email, stage_id, account_id, organization_id'
  const stageId = stages[2][1] ?? 0
  const choice = stage.setup.fields[24]?.options[0] ?? 0
  const someAccount = (n: number) => 2_000_001 + ((n * 7919) % scale.accounts)
  const deep = Math.max(2, Math.floor(scale.contacts / 100))
  return [
    {
      work: `page of ${scale.accounts} accounts, 50 × 15, total and stage counts`,
      bound: 3,
      floor: {
        name: 'page',
        parameters: ['tenant', 'offset'],
        text: `select ${account}, ${totals('account')} from ideal.account where tenant_id = $1 and not archived and not churned order by name_folded, account_id limit 50 offset $2`,
        path: (n) => `/page?tenant=${tenantId}&offset=${(n % 5) * 50}`,
      },
      steward: (n) => ({
        method: 'GET',
        path: `/api/core/accounts?${page({ page: 1 + (n % 5), pageSize: 50, filter: active, columns: names })}`,
      }),
    },
    {
      work: `2 filters + sort on a custom number, ${scale.accounts} accounts`,
      bound: 2,
      floor: {
        name: 'filter',
        parameters: ['tenant', 'stage', 'least'],
        text: matchingPage(account, 'stage_id = $2 and f1 > $3', 'f1'),
        path: (n) => `/filter?tenant=${tenantId}&stage=${stageId}&least=${9000 + (n % 10) * 10}`,
      },
      steward: (n) => ({
        method: 'GET',
        path: `/api/core/accounts?${page({
          pageSize: 50,
          sortColumn: 'number_1',
          columns: names,
          filter: JSON.stringify({
            and: [
              { field: 'system:lifecycleStageId', operator: 'isSetTo', value: stageId },
              { field: 'number_1', operator: 'greater', value: 9000 + (n % 10) * 10 },
            ],
          }),
        })}`,
      }),
    },
    {
      work: `filter on one custom field, sort by another, ${scale.accounts} accounts`,
      bound: 1.5,
      floor: {
        name: 'two_fields',
        parameters: ['tenant', 'least'],
        text: matchingPage(account, 'f2 > $2', 'f19, account_id'),
        path: (n) => `/two_fields?tenant=${tenantId}&least=${9000 + (n % 10) * 10}`,
      },
      steward: (n) => ({
        method: 'GET',
        path: `/api/core/accounts?${page({
          pageSize: 50,
          sort: 'date_1',
          columns: names,
          filter: JSON.stringify({ field: 'number_2', operator: 'greater', value: 9000 + (n % 10) * 10 }),
        })}`,
      }),
    },
    {
      work: `count of a segment while it is made, ${scale.accounts} accounts`,
      bound: { ms: 100 },
      floor: {
        name: 'segment',
        parameters: ['tenant', 'least'],
        text: `select count(*) as total from ideal.account where tenant_id = $1 and f2 > $2 and f25 = ${choice}`,
        path: (n) => `/segment?tenant=${tenantId}&least=${5000 + (n % 1000)}`,
      },
      steward: (n) => ({
        method: 'POST',
        path: '/api/segment/filter',
        body: {
          segmentLevel: 'account',
          pageSize: 1,
          logic: {
            and: [
              { field: 'number_2', operator: 'greater', value: 5000 + (n % 1000) },
              { field: 'choice_1', operator: 'isSetTo', value: [choice] },
            ],
          },
        },
      }),
    },
    {
      work: `page of ${scale.contacts} contacts, exact total`,
      bound: 4,
      floor: {
        name: 'contacts',
        parameters: ['tenant', 'offset'],
        text: `select ${contact}, ${totals('contact')} from ideal.contact where tenant_id = $1 and not archived order by name_folded, contact_id limit 50 offset $2`,
        path: (n) => `/contacts?tenant=${tenantId}&offset=${(n % 5) * 50}`,
      },
      steward: (n) => ({
        method: 'GET',
        path: `/api/core/contacts?${page({ page: 1 + (n % 5), pageSize: 50, filter: activeContacts })}`,
      }),
    },
    {
      work: `page ${deep} of ${scale.contacts} contacts`,
      bound: 0.5,
      floor: {
        name: 'deep',
        parameters: ['tenant', 'offset'],
        text: `select ${contact}, (select count(*) from ideal.contact where tenant_id = $1 and not archived) as total
               from ideal.contact where tenant_id = $1 and not archived order by name_folded, contact_id limit 50 offset $2`,
        path: (n) => `/deep?tenant=${tenantId}&offset=${(deep - 1 - (n % 3)) * 50}`,
      },
      steward: (n) => ({
        method: 'GET',
        path: `/api/core/contacts?${page({ page: deep - (n % 3), pageSize: 50, filter: activeContacts })}`,
      }),
    },
    {
      work: `page ${deep} of ${scale.contacts} contacts, archived ones too`,
      bound: 0.5,
      floor: {
        name: 'deep_all',
        parameters: ['tenant', 'offset'],
        text: `select ${contact}, (select count(*) from ideal.contact where tenant_id = $1) as total
               from ideal.contact where tenant_id = $1 order by name_folded, contact_id limit 50 offset $2`,
        path: (n) => `/deep_all?tenant=${tenantId}&offset=${(deep - 1 - (n % 3)) * 50}`,
      },
      steward: (n) => ({
        method: 'GET',
        path: `/api/core/contacts?${page({ page: deep - (n % 3), pageSize: 50 })}`,
      }),
    },
    {
      work: `board of ${stages[2].length} columns, 20 cards each, counts and sums, ${scale.accounts} accounts`,
      bound: 2,
      floor: {
        name: 'board',
        parameters: ['tenant'],
        text: `select s.stage_id as "columnId", s.n, v.sum, c.* from ideal.total s
               join (select stage_id, sum(f38) as sum from ideal.account where tenant_id = $1 and not archived and not churned group by stage_id) v using (stage_id)
               cross join lateral (select account_id, name, external_id, organization_id, owner_id, pulse, f38, f19 from ideal.account a
                 where a.tenant_id = $1 and a.stage_id = s.stage_id and not archived and not churned order by name_folded, account_id limit 20) c
               where s.tenant_id = $1 and s.kind = 'account'`,
        path: () => `/board?tenant=${tenantId}`,
      },
      steward: () => ({
        method: 'GET',
        path: `/api/core/accounts/board?${page({ filter: active, sum: 'amount_1', columns: 'amount_1,date_1' })}`,
      }),
    },
    {
      work: 'read one record, permission checked',
      bound: 5,
      floor: {
        name: 'one',
        parameters: ['tenant', 'id'],
        text: 'select * from ideal.account where tenant_id = $1 and account_id = $2',
        path: (n) => `/one?tenant=${tenantId}&id=${someAccount(n)}`,
      },
      steward: (n) => ({ method: 'GET', path: `/api/core/accounts/${someAccount(n)}` }),
    },
    {
      work: 'change one field: validation, ledger, event',
      bound: 6,
      changes: true,
      floor: {
        name: 'change',
        parameters: ['tenant', 'id', 'value'],
        text: 'update ideal.account set f2 = $3, updated_at = now() where tenant_id = $1 and account_id = $2',
        path: (n) => `/change?tenant=${tenantId}&id=${someAccount(n)}&value=${n}`,
      },
      steward: (n) => ({
        method: 'POST',
        path: `/api/core/accounts/${someAccount(n)}`,
        body: { data: { number_2: n } },
      }),
    },
  ]
}

/** Minutes after which indexes that are not made yet will not be. */
const mostMinutes = 20

/** How many indexes are noted, and how many of them are not ready. */
async function readIndexing({ client }: Stage): Promise<{ noted: number; waiting: number }> {
  const { rows } = await client.query(`
    select count(*)::int as noted, count(*) filter (where ready_at is null)::int as waiting from field_index`)
  return rows[0]
}

/**
 * Steward makes indexes for large lists when they are first asked for, and answers without them until
 * then. Asks for everything until nothing more is noted, and all that is noted is ready.
 */
export async function settle(stage: Stage, calls: readonly Call[]): Promise<void> {
  const until = performance.now() + mostMinutes * 60_000
  for (let before = -1; ;) {
    for (const call of calls) await once(stage.steward, call)
    // A call does not wait until what it asks for is noted.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const { noted, waiting } = await readIndexing(stage)
    if (waiting === 0 && noted === before) break
    if (performance.now() > until)
      throw new Error(`${waiting} indexes are not ready after ${mostMinutes} minutes`)
    before = noted
  }
  await stage.client.query('analyze record')
}

/** Measures each call beside its floor, in turn, and `more` of them. */
export async function benchCalls(
  stage: Stage,
  scale: Scale,
  seconds: number,
  only: RegExp,
  more: readonly Work[],
): Promise<Row[]> {
  const list = [...works(stage, scale), ...more].filter((work) => only.test(work.work))
  const floor = await startFloor(stage, list)
  await settle(
    stage,
    list.filter(({ changes }) => !changes).map((work) => work.steward(1)),
  )
  return measure(stage, floor, list, seconds)
}

export const startFloor = (stage: Stage, list: readonly Work[]): Promise<Target> =>
  stage.startFloor(list.map((work) => work.floor))

/** Measures each of these beside its floor, in turn. */
export async function measure(
  stage: Stage,
  floor: Target,
  list: readonly Work[],
  seconds: number,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const { work, bound, floor: bare, steward } of list) {
    const pair = { work, bound, steward, floor: (n: number): Call => ({ method: 'GET', path: bare.path(n) }) }
    rows.push(await measurePair(stage, floor, pair, seconds))
  }
  return rows
}
