import { once, type Call } from './load.ts'
import { measurePair, type Row } from './measure.ts'
import type { Stage } from './stage.ts'
import type { Scale } from './workload.ts'

/** The account whose page is opened; the timeline is measured on another one. */
const opened = 2_000_002
/** Fields of an account in all; the stage has made the first of them. */
const fieldCount = 200
const bound = 3
const work = (items: number) =>
  `first content of an account with ${items} timeline items and ${fieldCount} fields`

/** More fields for accounts, all of which the opened account fills in. */
async function fillFields({ client, steward, setup }: Stage): Promise<void> {
  for (let n = setup.fields.length; n < fieldCount; n += 1) {
    const body = { displayName: `Wide ${n}`, dataType: 'string', columnLevel: 'account' }
    await once(steward, { method: 'POST', path: '/api/core/fields', body })
  }
  await client.query(
    `update record set custom = custom || (
       select jsonb_object_agg(field_id, 'Value ' || field_id) from custom_field
       where tenant_id = $1 and level = 2 and deleted_at is null and name like 'wide_%')
     where tenant_id = $1 and record_id = ${opened}`,
    [setup.tenantId],
  )
}

/** Items of five kinds by turns; a contact of the account took part in every activity. */
async function fillItems({ client, setup }: Stage, items: number): Promise<void> {
  const { tenantId, userId } = setup
  await client.query(
    `with made as (
       insert into timeline_item (tenant_id, kind, level, author_id, record_id, occurred_at, created_at, source, title, words, details)
       select $1, 1 + i % 5, 2, $2, ${opened}, now() - i * interval '7 minutes', now(), 'app', 'Item ' || i,
         repeat('They talked about it. ', 12), case i % 5 when 2 then '{"pulse":4}' else '{}' end::jsonb
       from generate_series(1, $3::int) i
       returning item_id, occurred_at, kind, author_id)
     insert into timeline_place (tenant_id, record_id, occurred_at, item_id, via_id, author_id, kind)
     select $1, p.record_id, m.occurred_at, m.item_id, p.record_id, m.author_id, m.kind
     from made m cross join lateral (
       select ${opened} as record_id
       union all
       (select c.record_id from record c where m.kind = 2 and c.tenant_id = $1 and c.account_id = ${opened} and c.level = 3
         order by (c.record_id + m.item_id) % 7, c.record_id limit 1)) p`,
    [tenantId, userId, items],
  )
  await client.query('vacuum (analyze) timeline_item')
  await client.query('vacuum (analyze) timeline_place')
  await client.query('vacuum (analyze) record')
}

/** The same as one would keep it for this page alone. */
async function fillIdeal({ client, setup }: Stage): Promise<void> {
  const { tenantId } = setup
  const columns = Array.from({ length: fieldCount }, (_, n) => `c${n}`)
  await client.query(`
    create table ideal.event (
      tenant_id int not null, event_id bigint not null, account_id bigint not null, kind smallint not null,
      occurred_at timestamptz not null, author text not null, contact_id bigint, title text not null, words text not null,
      pulse int, primary key (tenant_id, event_id));
    insert into ideal.event
      select i.tenant_id, i.item_id, i.record_id, i.kind, i.occurred_at, 'Somebody',
        (select p.record_id from timeline_place p where p.tenant_id = i.tenant_id and p.item_id = i.item_id and p.record_id <> i.record_id limit 1),
        i.title, i.words, (i.details->>'pulse')::int
      from timeline_item i where i.tenant_id = ${tenantId} and i.record_id = ${opened};
    create index on ideal.event (tenant_id, account_id, occurred_at);
    create index on ideal.event (tenant_id, account_id, kind, occurred_at);
    create index on ideal.contact (tenant_id, account_id);
    create table ideal.deal (tenant_id int, deal_id bigint, account_id bigint, type smallint, is_open boolean, value numeric,
      primary key (tenant_id, deal_id));
    create index on ideal.deal (tenant_id, account_id);
    create table ideal.wide (tenant_id int, account_id bigint, name text, ${columns.map((c) => `${c} text`).join(', ')},
      primary key (tenant_id, account_id));
    insert into ideal.wide select ${tenantId}, ${opened}, 'Wide', ${columns.map((c) => `'Value ${c}'`).join(', ')}`)
  await client.query('vacuum (analyze) ideal.event')
}

const of = (kind: number) => `ideal.event where tenant_id = $1 and account_id = $2 and kind = ${kind}`

const floors = [
  {
    name: 'wide',
    parameters: ['tenant', 'account'],
    text: 'select * from ideal.wide where tenant_id = $1 and account_id = $2',
  },
  {
    name: 'overview',
    parameters: ['tenant', 'account'],
    text: `select
      (select json_agg(l) from (select event_id, kind, occurred_at, author, title, left(words, 400) as text, pulse
        from ideal.event where tenant_id = $1 and account_id = $2 order by occurred_at desc limit 5) l) as latest,
      greatest((select max(occurred_at) from ${of(2)}), (select max(occurred_at) from ${of(5)})) as last_contact,
      (select count(*) from (select from ${of(4)} limit 100) x) as files,
      (select count(*) from (select from ${of(5)} limit 100) x) as emails,
      (select json_agg(p) from (select occurred_at, pulse from ${of(3)} order by occurred_at desc limit 24) p) as pulse,
      (select count(*) from (select from ideal.contact where tenant_id = $1 and account_id = $2 limit 1000) x) as contacts,
      (select json_agg(d) from (select type, count(*), sum(value) from ideal.deal
        where tenant_id = $1 and account_id = $2 and is_open group by type) d) as deals,
      (select json_agg(c) from (select c.contact_id, c.name, c.email, f.at
        from (select contact_id, max(occurred_at) as at
          from (select contact_id, occurred_at from ${of(2)} order by occurred_at desc limit 60) e
          where contact_id is not null group by contact_id order by 2 desc limit 5) f
        join ideal.contact c on c.tenant_id = $1 and c.contact_id = f.contact_id) c) as people`,
  },
]

const get = (path: string): Call => ({ method: 'GET', path })

/** Opening the page of an account: the record and its overview, beside one bare statement each. */
export async function benchOverview(
  stage: Stage,
  { accounts: items }: Scale,
  seconds: number,
  only: RegExp,
): Promise<Row[]> {
  if (!only.test(work(items))) return []
  await fillFields(stage)
  await fillItems(stage, items)
  await fillIdeal(stage)
  const floor = await stage.startFloor(floors)
  const query = `tenant=${stage.setup.tenantId}&account=${opened}`
  const pair = {
    work: work(items),
    bound,
    floor: (n: number) => get(`/${n % 2 === 0 ? 'wide' : 'overview'}?${query}`),
    steward: (n: number) => get(`/api/core/accounts/${opened}${n % 2 === 0 ? '' : '/overview'}`),
  }
  return [await measurePair(stage, floor, pair, seconds)]
}
