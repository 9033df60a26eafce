import type pg from 'pg'
import { measure, page, startFloor, type Work } from './calls.bench.ts'
import { once } from './load.ts'
import type { Row } from './measure.ts'
import type { Stage } from './stage.ts'
import type { Scale } from './workload.ts'

/** The account that has a timeline of as many items as there are accounts. */
const busy = 2_000_001

/** Words of which the first few are in many items and the last in hardly any, as in any language. */
const vocabulary = 20_000

/** Items of all accounts; every so-and-so-many-th is the busy account's. */
async function fillItems(
  client: pg.ClientBase,
  tenantId: number,
  userId: number,
  scale: Scale,
): Promise<void> {
  const share = Math.max(1, Math.round(scale.items / scale.accounts))
  await client.query(`
    select setseed(0.5);
    create temp table word as
      select i, translate(substr(md5(i::text), 1, 4 + i % 5), '0123456789', 'ghijklmnop') as word
      from generate_series(0, ${vocabulary - 1}) i;
    create index on word (i);
    create temp table sentence as
      select i, (select string_agg(w.word, ' ')
        from (select floor(${vocabulary} * power(random() + i * 0, 4))::int as i from generate_series(1, 10)) x join word w using (i)) as words
      from generate_series(0, 4999) i;
    create index on sentence (i);
    analyze word; analyze sentence`)
  const words = 'timeline_item_search'
  const { rows } = await client.query<{ definition: string }>(
    `select indexdef as definition from pg_indexes where indexname = '${words}'`,
  )
  await client.query(`drop index ${words}`)
  await client.query(`
    insert into timeline_item (tenant_id, kind, level, author_id, record_id, occurred_at, created_at, source, title, body, words)
    select ${tenantId}, 1, 2, ${userId}, case when n % ${share} = 0 then ${busy} else ${busy} + n * 7919 % ${scale.accounts} end,
      now() - n * interval '1 minute', now(), 'app', left(a.words, 20), x.words, x.words
    from generate_series(1::bigint, ${scale.items}) n
    join sentence a on a.i = n % 5000
    join sentence b on b.i = (n * 7919 + n / 5000) % 5000
    join sentence c on c.i = (n * 104729 + n / 250) % 5000
    cross join lateral (select concat_ws(' ', a.words, b.words, c.words) as words) x`)
  await client.query(`
    insert into timeline_place (tenant_id, record_id, occurred_at, item_id, via_id, author_id, kind)
    select i.tenant_id, p.record_id, i.occurred_at, i.item_id, i.record_id, i.author_id, i.kind
    from timeline_item i join record r on r.tenant_id = i.tenant_id and r.record_id = i.record_id
    cross join lateral (values (r.record_id), (r.organization_id)) p(record_id)`)
  await client.query(rows[0]?.definition ?? '')
  await client.query('vacuum (analyze) timeline_item')
  await client.query('vacuum (analyze) timeline_place')
}

/** The floor's items: one page each, names beside them, and the words as an index wants them. */
async function fillIdealItems(client: pg.ClientBase): Promise<void> {
  await client.query(`
    create table ideal.item (
      tenant_id int not null, item_id bigint not null, account_id bigint not null, kind smallint not null,
      occurred_at timestamptz not null, created_at timestamptz not null, updated_at timestamptz, author_id int not null,
      version int not null, comments int not null, audience smallint not null, pinned boolean not null, source text not null,
      title text not null, body text, search tsvector not null, primary key (tenant_id, item_id));
    create table ideal.person (tenant_id int, user_id int, name text, image_id text, primary key (tenant_id, user_id));
    create table ideal.bookmark (tenant_id int, user_id int, item_id bigint, primary key (tenant_id, user_id, item_id));
    create table ideal.unread (tenant_id int, user_id int, item_id bigint, primary key (tenant_id, user_id, item_id));
    insert into ideal.person select tenant_id, user_id, first_name || ' ' || last_name, image_id from app_user;
    insert into ideal.item
      select tenant_id, item_id, record_id, kind, occurred_at, created_at, updated_at, author_id, version, 0, 0, false, source,
        title, body, to_tsvector('simple', title || ' ' || words) from timeline_item;
    create index on ideal.item (tenant_id, account_id, occurred_at, item_id);
    create index on ideal.item (tenant_id, occurred_at, item_id);
    create index on ideal.item using gin (search)`)
  await client.query('vacuum (analyze) ideal.item')
}

/** Words of the vocabulary from the frequent to the rare, and a pair of them. */
const searched = [3, 40, 400, 4000, 15_000]

async function readSearches(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ word: string }>(
    'select word from word where i = any($1::int[]) order by i',
    [searched],
  )
  const words = rows.map(({ word }) => word)
  return [...words, `${words[0]} ${words[2]}`]
}

const inWords = (text: string): string => text.replaceAll(' ', ' & ')

interface Cursor {
  text: string
  at: string
  itemId: number
}

/** Where the first pages of the busy account begin. */
async function readCursors(stage: Stage): Promise<Cursor[]> {
  const cursors: Cursor[] = []
  let text = ''
  for (let n = 0; n < 4; n += 1) {
    const query = page({ level: 'account', parentIdentifier: busy, ...(text && { cursor: text }) })
    const answer = (await once(stage.steward, { method: 'GET', path: `/api/core/timeline?${query}` })) as {
      data: { occurredAt: string; itemId: number }[]
      nextCursor: string
    }
    const last = answer.data.at(-1)
    if (!last) throw new Error('The busy account has too few items')
    const { rows } = await stage.client.query<{ at: string }>(
      'select occurred_at::text as at from ideal.item where item_id = $1',
      [last.itemId],
    )
    text = answer.nextCursor
    cursors.push({ text, at: rows[0]?.at ?? '', itemId: last.itemId })
  }
  return cursors
}

const item = `i.item_id, i.kind, i.account_id, a.name as account_name, i.occurred_at, i.created_at, i.updated_at,
  i.author_id, p.name as author_name, p.image_id, i.version, i.comments, i.audience, i.pinned, i.source, i.title`

const around = `join ideal.account a on a.tenant_id = $1 and a.account_id = i.account_id
  join ideal.person p on p.tenant_id = $1 and p.user_id = i.author_id`

async function works({ setup, client }: Stage, scale: Scale, cursors: readonly Cursor[]): Promise<Work[]> {
  const { tenantId, userId } = setup
  const queries = await readSearches(client)
  const query = (n: number) => queries[n % queries.length] ?? ''
  const cursor = (n: number) => cursors[n % cursors.length] as Cursor
  return [
    {
      work: `timeline page, account of ${scale.accounts} items`,
      bound: 2,
      floor: {
        name: 'timeline',
        parameters: ['tenant', 'user', 'account', 'at', 'item'],
        text: `select ${item}, i.body,
                 exists (select from ideal.bookmark b where b.tenant_id = $1 and b.user_id = $2 and b.item_id = i.item_id) as bookmarked,
                 exists (select from ideal.unread u where u.tenant_id = $1 and u.user_id = $2 and u.item_id = i.item_id) as unread
               from ideal.item i ${around}
               where i.tenant_id = $1 and i.account_id = $3 and (i.occurred_at, i.item_id) < ($4, $5)
               order by i.occurred_at desc, i.item_id desc limit 21`,
        path: (n) =>
          `/timeline?${page({ tenant: tenantId, user: userId, account: busy, at: cursor(n).at, item: cursor(n).itemId })}`,
      },
      steward: (n) => ({
        method: 'GET',
        path: `/api/core/timeline?${page({ level: 'account', parentIdentifier: busy, cursor: cursor(n).text })}`,
      }),
    },
    {
      work: `full-text search, ${scale.items} timeline items`,
      bound: 2,
      floor: {
        name: 'search_items',
        parameters: ['tenant', 'query'],
        text: `select ${item}, left(i.body, 300) as excerpt
               from (select * from ideal.item i where i.tenant_id = $1 and i.search @@ to_tsquery('simple', $2)
                 order by i.occurred_at desc, i.item_id desc limit 21) i ${around}
               order by i.occurred_at desc, i.item_id desc`,
        path: (n) => `/search_items?${page({ tenant: tenantId, query: `${inWords(query(n))}:*` })}`,
      },
      steward: (n) => ({
        method: 'GET',
        path: `/api/core/timeline/search?${page({ query: query(n) })}`,
      }),
    },
  ]
}

const names = ['timeline page', 'full-text search']

/** Measures reading and searching the timeline beside their floors. */
export async function benchTimeline(
  stage: Stage,
  scale: Scale,
  seconds: number,
  only: RegExp,
): Promise<Row[]> {
  if (!names.some((name) => only.test(name))) return []
  const from = performance.now()
  await fillItems(stage.client, stage.setup.tenantId, stage.setup.userId, scale)
  await fillIdealItems(stage.client)
  process.stderr.write(`  timeline items ${((performance.now() - from) / 1000).toFixed(1)} s\n`)
  const all = await works(stage, scale, await readCursors(stage))
  const list = all.filter(({ work }) => only.test(work))
  return measure(stage, await startFloor(stage, list), list, seconds)
}
