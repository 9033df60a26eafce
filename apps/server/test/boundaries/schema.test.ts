import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type ClonedDatabase } from '../clone.ts'

/** Tables of the whole instance, which the application's role cannot read. */
const tablesOfTheInstance = new Set(['migration', 'ticker', 'worker_process'])

const tables = `
  select c.oid, c.relname as name, c.relrowsecurity as fenced, pg_get_userbyid(c.relowner) as owner,
    exists (select from pg_policy p where p.polrelid = c.oid) as has_policy,
    has_table_privilege('steward_app', c.oid, 'select') as readable,
    (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indisprimary) as first_key
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname`

const foreignKeys = `
  select format('%s (%s)', k.conrelid::regclass, (
      select string_agg(a.attname, ', ' order by n.place)
      from unnest(k.conkey) with ordinality n(attnum, place)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.attnum)) as name,
    (select a.attname from pg_attribute a where a.attrelid = k.conrelid and a.attnum = k.conkey[1]) as first_column,
    exists (
      select from pg_index i
      where i.indrelid = k.conrelid
        and (select array_agg(i.indkey[p] order by i.indkey[p]) from generate_series(0, cardinality(k.conkey) - 1) p)
          = (select array_agg(n order by n) from unnest(k.conkey) n)
    ) as indexed
  from pg_constraint k
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace
  order by 1`

interface TableRow {
  name: string
  fenced: boolean
  owner: string
  has_policy: boolean
  readable: boolean
  first_key: string | null
}

interface ForeignKeyRow {
  name: string
  first_column: string
  indexed: boolean
}

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

/** The names of what breaks each rule. */
async function faultsOf(client: pg.Client) {
  const all = (await client.query<TableRow>(tables)).rows
  const keys = (await client.query<ForeignKeyRow>(foreignKeys)).rows
  const ofTenants = all.filter(({ name }) => !tablesOfTheInstance.has(name))
  const ofInstance = all.filter(({ name }) => tablesOfTheInstance.has(name))
  return {
    'the primary key of every table starts with the tenant': names(
      ofTenants.filter(({ first_key: first }) => first !== 'tenant_id'),
    ),
    'every table is fenced by tenant': names(ofTenants.filter((table) => !table.fenced || !table.has_policy)),
    'the role of the application owns nothing, so that the fence binds it': names(
      all.filter(({ owner }) => owner === 'steward_app'),
    ),
    'the role of the application cannot read the tables of the instance': names(
      ofInstance.filter(({ readable }) => readable),
    ),
    'every foreign key starts with the tenant': names(
      keys.filter(({ first_column: first }) => first !== 'tenant_id'),
    ),
    'every foreign key is indexed': names(keys.filter(({ indexed }) => !indexed)),
  }
}

type Faults = Awaited<ReturnType<typeof faultsOf>>

// Breaks every rule once.
const planted = `
  create table planted (id integer primary key, tenant_id integer references tenant, field_id integer);
  alter table planted add constraint backwards foreign key (field_id, tenant_id)
    references custom_field (field_id, tenant_id);
  create index planted_tenant on planted (tenant_id);
  alter table planted owner to steward_app;
  grant select on migration to steward_app`

const found: Faults = {
  'the primary key of every table starts with the tenant': ['planted'],
  'every table is fenced by tenant': ['planted'],
  'the role of the application owns nothing, so that the fence binds it': ['planted'],
  'the role of the application cannot read the tables of the instance': ['migration'],
  'every foreign key starts with the tenant': ['planted (field_id, tenant_id)'],
  'every foreign key is indexed': ['planted (field_id, tenant_id)'],
}

let database: ClonedDatabase
let client: pg.Client
let faults: Faults

beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  faults = await faultsOf(client)
})

afterAll(async () => {
  await client?.end()
  await database?.drop()
})

test.each(Object.keys(found) as (keyof Faults)[])('%s', (rule) => {
  expect(faults[rule]).toEqual([])
})

test('a table that breaks every rule is caught by every rule', async () => {
  await client.query(planted)
  expect(await faultsOf(client)).toEqual(found)
})
