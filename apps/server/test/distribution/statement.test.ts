import { describe, expect, test } from 'vitest'
import type { Relation } from './binder.ts'
import { refusalsOf, type Rules } from './statement.ts'

const table = (columns: string[]) => ({ placement: 'distributed' as const, isView: false, columns })

const rules: Rules = {
  relations: new Map<string, Relation>([
    ['record', table(['tenant_id', 'record_id', 'name', 'parent_id'])],
    ['change', table(['tenant_id', 'record_id', 'before'])],
    ['record_fenced', { ...table(['tenant_id', 'record_id', 'name', 'parent_id']), isView: true }],
    ['event', { placement: 'local', isView: false, columns: ['tenant_id', 'event_id', 'type'] }],
    ['country', { placement: 'reference', isView: false, columns: ['code'] }],
  ]),
  volatility: { random: 'v', now: 's', to_jsonb: 's', lower: 'i', count: 'i' },
  asking: new Set(['is_in_team']),
}

const judge = (text: string, values: unknown[] = [7, 1, 2, 3]) => refusalsOf({ text, values }, rules)

const nobody = (name: string) => `does not say of which tenant ${name} is asked`

describe('runs on one shard', () => {
  test.each([
    'select * from record where tenant_id = $1',
    'select * from record r join change c using (tenant_id, record_id) where r.tenant_id = 7',
    'select * from record r left join change c on c.tenant_id = $1 and c.record_id = r.record_id where r.tenant_id = $1',
    'select * from record r, lateral (select * from change c where c.tenant_id = r.tenant_id limit 1) x where r.tenant_id = $1',
    'select * from (select * from record_fenced) v where v.tenant_id = $1::int',
    'select r.name, (select count(*) from change c where c.tenant_id = r.tenant_id) from record r where r.tenant_id = $1',
    'select 1 from record r where r.tenant_id = $1 and not exists (select from change c where c.tenant_id = r.tenant_id)',
    'delete from change where (tenant_id, record_id) in (select tenant_id, record_id from record where tenant_id = $1)',
    'with gone as (delete from record where tenant_id = $1 returning *) insert into change (tenant_id, record_id) select tenant_id, record_id from gone',
    'with recursive up as (select tenant_id, parent_id from record where tenant_id = $1 union all select r.tenant_id, r.parent_id from up join record r on r.tenant_id = up.tenant_id and r.record_id = up.parent_id) select * from up',
    'select * from (select tenant_id, name from record union all select tenant_id, before from change) u where u.tenant_id = $1',
    'insert into record (tenant_id, record_id, name) values ($1, $2, lower($3)), ($1, 5, null) on conflict (tenant_id, record_id) do update set name = excluded.name returning record_id',
    'insert into record (record_id, tenant_id) select x, $1 from unnest($2::int[]) x',
    'insert into record (tenant_id, name) values ($1, $2), ($3, $4)',
    'update record r set name = i.name from jsonb_to_recordset($2) as i(record_id int, name text) where r.tenant_id = $1 and r.record_id = i.record_id',
    'update record set name = $2, parent_id = (select max(record_id) from change where tenant_id = $1) where tenant_id = 7',
    `with told as (insert into event (tenant_id, type) select $1, 'x' from record where tenant_id = $1) select * from record where tenant_id = $1`,
    'select * from record r join country k on k.code = r.name where r.tenant_id = $1',
    'select is_in_team(1, 2)',
    'set local app.tenant_id = 7',
  ])('%s', async (text) => {
    expect(await judge(text)).toEqual([])
  })
})

describe('is refused', () => {
  test.each([
    ['select * from record', nobody('record')],
    ['select * from record where tenant_id = any($2)', nobody('record')],
    ['select * from record where tenant_id = current_tenant()', nobody('record')],
    ['select * from record where tenant_id = $1 or name = $2', nobody('record')],
    ['select * from record_fenced where record_id = $2', nobody('record_fenced')],
    ['select * from record r join change c using (record_id) where r.tenant_id = $1', nobody('change')],
    [
      'select * from record r where r.tenant_id = $1 and r.record_id in (select record_id from change)',
      nobody('change'),
    ],
    ['select (select max(record_id) from change) from record where tenant_id = $1', nobody('change')],
    // What is asked inside of `not exists` tells nothing of what is outside.
    [
      'select 1 from record r where not exists (select from change c where c.tenant_id = r.tenant_id and c.tenant_id = $1)',
      nobody('record'),
    ],
    ['with x as (select * from record) select * from change where tenant_id = $1', nobody('record')],
    [
      'select tenant_id from record where tenant_id = $1 union select tenant_id from change',
      nobody('change'),
    ],
    ['insert into record (tenant_id) select tenant_id from change', nobody('record')],
    ['insert into record (record_id) values (1)', nobody('record')],
    [
      'insert into record (tenant_id, name) values ($1, $2), ((select max(tenant_id) from change where tenant_id = 7), $4)',
      nobody('record'),
    ],
    [
      'delete from record using change c where c.tenant_id = $1 and c.record_id = record.record_id',
      nobody('record'),
    ],
    [
      'select * from record r, change c where r.tenant_id = $1 and c.tenant_id = 8',
      'speaks of several tenants: 7, 8',
    ],
    ['update record set tenant_id = 8 where tenant_id = $1', 'gives rows of record to another tenant'],
    ['update record_fenced set name = $2 where tenant_id = $1', 'writes the view record_fenced'],
    [
      'select * from record r join event e on e.tenant_id = r.tenant_id where r.tenant_id = $1',
      'joins the local event to record',
    ],
    [
      'select * from record where tenant_id = $1 and is_in_team(1, 2)',
      'calls is_in_team(), which asks distributed tables itself',
    ],
    [
      'update record set name = random()::text where tenant_id = $1',
      'changes record by the volatile function random()',
    ],
    [
      'update record set name = to_jsonb(name) where tenant_id = $1',
      'changes record by the stable function to_jsonb() of a column',
    ],
    [
      'insert into record (tenant_id) values ($1) on conflict do update set name = now()',
      'meets a conflict in record by the mutable function now()',
    ],
    [
      'delete from record where tenant_id = $1 returning to_jsonb(name)',
      'returns from record by the mutable function to_jsonb()',
    ],
    [
      'insert into record (tenant_id, record_id) values ($1, (select 1))',
      'gives record values from a subquery',
    ],
    [
      'with recursive x as (select 1 as a union all select 1 from x) search depth first by a set o select * from x, record where tenant_id = $1',
      'the CTE x searches or looks for cycles',
    ],
  ])('%s', async (text, fault) => {
    expect(await judge(text)).toContain(fault)
  })
})
