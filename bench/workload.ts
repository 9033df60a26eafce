import type pg from 'pg'

/** How much there is of everything; scaled by a flag. */
export interface Scale {
  organizations: number
  accounts: number
  contacts: number
  /** Of timelines. */
  items: number
}

export function scaleOf(factor: number): Scale {
  return {
    organizations: Math.max(10, Math.round(10_000 * factor)),
    accounts: Math.max(100, Math.round(100_000 * factor)),
    contacts: Math.max(1000, Math.round(1_000_000 * factor)),
    items: Math.max(2000, Math.round(2_000_000 * factor)),
  }
}

/** The 40 custom fields of an account, by data type. */
export const customFields: readonly {
  displayName: string
  dataType: string
  picklistDefinition?: string[]
}[] = [
  ...Array.from({ length: 10 }, (_, i) => ({ displayName: `Number ${i + 1}`, dataType: 'number' })),
  ...Array.from({ length: 8 }, (_, i) => ({ displayName: `Text ${i + 1}`, dataType: 'string' })),
  ...Array.from({ length: 6 }, (_, i) => ({ displayName: `Date ${i + 1}`, dataType: 'date' })),
  ...Array.from({ length: 6 }, (_, i) => ({
    displayName: `Choice ${i + 1}`,
    dataType: 'singlePicklist',
    picklistDefinition: ['North', 'East', 'South', 'West', 'Centre'],
  })),
  ...Array.from({ length: 4 }, (_, i) => ({ displayName: `Flag ${i + 1}`, dataType: 'boolean' })),
  ...Array.from({ length: 3 }, (_, i) => ({ displayName: `Share ${i + 1}`, dataType: 'percentage' })),
  ...Array.from({ length: 3 }, (_, i) => ({ displayName: `Amount ${i + 1}`, dataType: 'currency' })),
]

export interface BenchField {
  id: number
  dataType: string
  options: number[]
}

/** Deterministic: the same number for the same row and salt. */
const random = (salt: number): string => `abs(hashint8extended(i, ${salt}))`

const words = `(array['Aster','Birch','Cedar','Delta','Ember','Fjord','Grove','Harbor','Indigo','Juniper','Kestrel','Lumen','Maple','Nimbus','Onyx','Prairie','Quartz','Raven','Sable','Tundra','Umber','Vesper','Willow','Xenon','Yarrow','Zephyr'])`
const kinds = `(array['Systems','Foods','Logistics','Partners','Labs','Motors','Health','Media','Energy','Retail','Textiles','Capital'])`
const people = `(array['Amara','Bela','Chidi','Dana','Elif','Femi','Goran','Hana','Ivo','Jun','Kofi','Lena','Mina','Noor','Omar','Priya','Rosa','Sven','Tariq','Uma','Viktor','Wanda','Yuki','Zola'])`

function pick(list: string, salt: number): string {
  return `${list}[1 + ${random(salt)} % array_length(${list}, 1)]`
}

export const companyName = `${pick(words, 1)} || ' ' || ${pick(kinds, 2)} || ' ' || i`
export const personName = `${pick(people, 3)} || ' ' || ${pick(words, 4)} || 'son ' || i`

const amountSql = (salt: number): string => `(${random(salt)} % 10000000)::numeric / 100`

/** The field whose amounts are in several currencies, "Amount 2", by its place. */
export const mixedField = 38

/** What one unit of each of its currencies is in the base; the first is the base. */
export const mixedRates = { USD: 1, EUR: 1.1684, GBP: 1.34209469549, JPY: 0.00625649263721 }

const oneOf = (list: readonly number[], type: string): string =>
  `(array[${list.join(',')}]::${type}[])[1 + i % ${list.length}]`

/** The value of the n-th custom field of row i, as an SQL expression of a fitting type; amounts are in the base. */
export function valueSql(field: BenchField, n: number): string {
  const salt = 100 + n
  switch (field.dataType) {
    case 'number':
      return `(${random(salt)} % 1000000)::numeric / 100`
    case 'percentage':
      return `(${random(salt)} % 100)::numeric`
    case 'currency':
      return n === mixedField
        ? `(${amountSql(salt)} * ${oneOf(Object.values(mixedRates), 'numeric')})`
        : amountSql(salt)
    case 'date':
      return `(date '2024-01-01' + (${random(salt)} % 1500)::int)`
    case 'boolean':
      return `(${random(salt)} % 2 = 0)`
    case 'singlePicklist':
      return `(array[${field.options.join(',')}])[1 + ${random(salt)} % ${field.options.length}]`
    default:
      return `(${pick(words, salt)} || ' ' || (${random(salt + 50)} % 100000))`
  }
}

function jsonSql(field: BenchField, n: number, currencyIds: readonly number[]): string {
  const value = valueSql(field, n)
  if (field.dataType === 'currency') {
    const currency = n === mixedField ? oneOf(currencyIds, 'int') : String(currencyIds[0])
    return `jsonb_build_object('value', ${amountSql(100 + n)}, 'currencyDefinitionId', ${currency})`
  }
  return field.dataType === 'date' ? `to_char(${value}, 'YYYY-MM-DD')` : value
}

export interface TenantSetup {
  tenantId: number
  userId: number
  /** Those of `mixedRates`, in their order. */
  currencyIds: number[]
  stages: Record<1 | 2 | 3, number[]>
  fields: BenchField[]
}

const stageSql = (stages: readonly number[]): string =>
  `(array[${stages.join(',')}])[1 + ${random(7)} % ${stages.length}]`

async function say(client: pg.ClientBase, what: string, text: string): Promise<void> {
  const from = performance.now()
  await client.query(text)
  process.stderr.write(`  ${what} ${((performance.now() - from) / 1000).toFixed(1)} s\n`)
}

/** Fills Steward's own tables, straight through SQL: how the data came there is not what is measured. */
export async function fillSteward(client: pg.ClientBase, setup: TenantSetup, scale: Scale): Promise<void> {
  const { tenantId, userId, currencyIds, stages, fields } = setup
  const custom = fields.map((field, n) => `'${field.id}', ${jsonSql(field, n, currencyIds)}`).join(', ')
  const owner = `array[${userId}]`
  const base = 1_000_000
  await say(
    client,
    'organizations',
    `
    insert into record (tenant_id, record_id, level, stage_id, owners, name, external_id)
    select ${tenantId}, ${base} + i, 1, ${stageSql(stages[1])}, ${owner}, ${companyName}, 'o' || i
    from generate_series(1::int8, ${scale.organizations}) i`,
  )
  await say(
    client,
    'accounts',
    `
    insert into record (tenant_id, record_id, level, stage_id, owners, name, external_id, organization_id, pulse, archived, churned, custom)
    select ${tenantId}, ${base * 2} + i, 2, ${stageSql(stages[2])}, ${owner}, ${companyName}, 'a' || i,
      ${base} + 1 + i % ${scale.organizations}, 1 + ${random(8)} % 5, ${random(9)} % 50 = 0, ${random(10)} % 40 = 0,
      jsonb_build_object(${custom})
    from generate_series(1::int8, ${scale.accounts}) i`,
  )
  await say(
    client,
    'contacts',
    `
    insert into record (tenant_id, record_id, level, stage_id, name, external_id, email, account_id, organization_id)
    select ${tenantId}, ${base * 10} + i, 3, ${stageSql(stages[3])}, ${personName}, 'c' || i, 'person' || i || '@example.com',
      ${base * 2} + 1 + i % ${scale.accounts}, ${base} + 1 + (1 + i % ${scale.accounts}) % ${scale.organizations}
    from generate_series(1::int8, ${scale.contacts}) i`,
  )
  await client.query(`
    insert into record_count (tenant_id, level, archived, churned, stage_id, pipeline_type, status_id, slot, n)
    select tenant_id, level, archived, churned, coalesce(stage_id, 0), 0, 0, 0, count(*) from record
    group by 1, 2, 3, 4, 5`)
  await client.query(`select setval(pg_get_serial_sequence('record', 'record_id'), 100000000)`)
  await say(client, 'slots', `select fill_slots(${tenantId}, level) from generate_series(1, 3) level`)
  await say(client, 'vacuum', 'vacuum (analyze) record')
  await client.query('vacuum (analyze) record_slot')
}

const typeSql: Record<string, string> = {
  number: 'numeric',
  percentage: 'numeric',
  currency: 'numeric',
  date: 'date',
  boolean: 'boolean',
  singlePicklist: 'integer',
}

/** The columns of the ideal account table, beside the built-in ones. */
export function idealColumns(fields: readonly BenchField[]): { name: string; type: string }[] {
  return fields.map((field, n) => ({ name: `f${n + 1}`, type: typeSql[field.dataType] ?? 'text' }))
}

/** The floor's tables: real typed columns, the right indexes, counters that someone keeps. */
export async function fillIdeal(client: pg.ClientBase, setup: TenantSetup): Promise<void> {
  const columns = idealColumns(setup.fields)
  await client.query(`
    create schema ideal;
    create table ideal.account (
      tenant_id int not null, account_id bigint not null, name text not null, name_folded text collate "C" not null,
      external_id text, stage_id int, owner_id int, organization_id bigint, pulse smallint, image_id int, health numeric,
      archived boolean not null, churned boolean not null, updated_at timestamptz not null default now(),
      ${columns.map((column) => `${column.name} ${column.type}`).join(', ')},
      primary key (tenant_id, account_id));
    create table ideal.contact (
      tenant_id int not null, contact_id bigint not null, name text not null, name_folded text collate "C" not null,
      external_id text, email text, stage_id int, account_id bigint, organization_id bigint, archived boolean not null,
      primary key (tenant_id, contact_id));
    create table ideal.total (tenant_id int, kind text, stage_id int, n bigint, primary key (tenant_id, kind, stage_id));
    create extension if not exists pg_trgm`)
  await say(
    client,
    'ideal accounts',
    `
    insert into ideal.account
    select tenant_id, record_id, name, name_folded, external_id, stage_id, owners[1], organization_id, pulse, null, health, archived, churned, now(),
      ${setup.fields.map((field, n) => valueSql(field, n)).join(', ')}
    from record, lateral (select record_id - 2000000 as i) x where level = 2`,
  )
  await say(
    client,
    'ideal contacts',
    `
    insert into ideal.contact
    select tenant_id, record_id, name, name_folded, external_id, email, stage_id, account_id, organization_id, archived
    from record where level = 3`,
  )
  await say(
    client,
    'ideal indexes',
    `
    create index on ideal.account (tenant_id, archived, churned, name_folded, account_id);
    create index on ideal.account (tenant_id, stage_id, f1);
    create index on ideal.account (tenant_id, stage_id, name_folded, account_id) where not archived and not churned;
    create index on ideal.account (tenant_id, stage_id, f38) where not archived and not churned;
    create index on ideal.account (tenant_id, f${mixedField + 1}, account_id) where not archived and not churned;
    create index on ideal.account (tenant_id, f2, f25);
    create index on ideal.account (tenant_id, f2) include (stage_id);
    create index on ideal.account (tenant_id, f19, account_id, f2);
    create index on ideal.account using gin (name_folded gin_trgm_ops);
    create index on ideal.contact (tenant_id, archived, name_folded, contact_id);
    create index on ideal.contact (tenant_id, name_folded, contact_id);
    create index on ideal.contact using gin (name_folded gin_trgm_ops);
    insert into ideal.total select tenant_id, 'account', stage_id, count(*) from ideal.account where not archived and not churned group by 1, 3;
    insert into ideal.total select tenant_id, 'every account', stage_id, count(*) from ideal.account group by 1, 3;
    insert into ideal.total select tenant_id, 'contact', stage_id, count(*) from ideal.contact where not archived group by 1, 3`,
  )
  await client.query('vacuum (analyze) ideal.account')
  await client.query('vacuum (analyze) ideal.contact')
  await client.query('analyze ideal.total')
}
