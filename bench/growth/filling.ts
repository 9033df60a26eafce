import type pg from 'pg'
import { companyName, personName } from '../workload.ts'

/** The custom fields of an account, as they are asked for; the calls name them by these. */
export const fields = [
  { displayName: 'Number 1', dataType: 'number' },
  { displayName: 'Number 2', dataType: 'number' },
  { displayName: 'Date 1', dataType: 'date' },
  { displayName: 'Text 1', dataType: 'string' },
] as const

const organizations = 1_000_000
const accounts = 2_000_000
const contacts = 10_000_000

/** How many of a number of records are on each level. */
function levelsOf(records: number): { organizations: number; accounts: number; contacts: number } {
  const [top, middle] = [records / 100, (records * 9) / 100]
  return { organizations: top, accounts: middle, contacts: records - top - middle }
}

/** The id of an account, by any number. */
export const accountId = (n: number, records: number): number =>
  accounts + 1 + ((n * 7919) % levelsOf(records).accounts)

export interface Template {
  tenantId: number
  userId: number
  sessionId: number
  fieldIds: number[]
  /** A stage of each level. */
  stages: Record<1 | 2 | 3, number>
}

/** Gives a company its records, with one note for each account. They have been there for long. */
export async function fillTenant(
  client: pg.ClientBase,
  tenantId: number,
  records: number,
  { userId, fieldIds, stages }: Template,
): Promise<void> {
  const many = levelsOf(records)
  const [one, two, day, text] = fieldIds
  const owner = `array[${userId}]`
  await client.query(`
    insert into record (tenant_id, record_id, level, stage_id, owners, name, external_id)
    overriding system value
    select ${tenantId}, ${organizations} + i, 1, ${stages[1]}, ${owner}, ${companyName}, 'o' || i
    from generate_series(1::int8, ${many.organizations}) i`)
  await client.query(`
    insert into record (tenant_id, record_id, level, stage_id, owners, name, external_id, organization_id, custom)
    overriding system value
    select ${tenantId}, ${accounts} + i, 2, ${stages[2]}, ${owner}, ${companyName}, 'a' || i, ${organizations} + 1 + i % ${many.organizations},
      jsonb_build_object('${one}', i * 7919 % 10000, '${two}', i % 1000, '${day}', to_char(date '2024-01-01' + (i % 1500)::int, 'YYYY-MM-DD'), '${text}', 'text ' || i % 500)
    from generate_series(1::int8, ${many.accounts}) i`)
  await client.query(`
    insert into record (tenant_id, record_id, level, stage_id, name, external_id, email, account_id, organization_id)
    overriding system value
    select ${tenantId}, ${contacts} + i, 3, ${stages[3]}, ${personName}, 'c' || i, 'person' || i || '@example.com',
      ${accounts} + 1 + i % ${many.accounts}, ${organizations} + 1 + (1 + i % ${many.accounts}) % ${many.organizations}
    from generate_series(1::int8, ${many.contacts}) i`)
  await client.query(`
    insert into record_count (tenant_id, level, archived, churned, stage_id, pipeline_type, status_id, slot, n)
    select tenant_id, level, archived, churned, coalesce(stage_id, 0), 0, 0, 0, count(*)
    from record where tenant_id = ${tenantId} group by 1, 2, 3, 4, 5`)
  await client.query('select fill_slots($1, level) from generate_series(1, 4) level', [tenantId])
  await client.query(`
    insert into timeline_item (tenant_id, item_id, kind, level, author_id, record_id, occurred_at, created_at, source, title, body, words)
    overriding system value
    select ${tenantId}, i, 1, 2, ${userId}, ${accounts} + 1 + i % ${many.accounts}, now() - i * interval '1 minute', now(), 'app',
      'Note ' || i, 'They asked for ' || ${companyName}, 'They asked for ' || ${companyName}
    from generate_series(1::int8, ${many.accounts}) i`)
  await client.query(`
    insert into timeline_place (tenant_id, record_id, occurred_at, item_id, via_id, author_id, kind)
    select i.tenant_id, p.record_id, i.occurred_at, i.item_id, i.record_id, i.author_id, i.kind
    from timeline_item i join record r on r.tenant_id = i.tenant_id and r.record_id = i.record_id
    cross join lateral (values (r.record_id), (r.organization_id)) p(record_id)
    where i.tenant_id = ${tenantId}`)
}

/** As the database is after a while: with statistics and without what is dead, and new ids beyond the given ones. */
export async function settleDatabase(client: pg.ClientBase): Promise<void> {
  for (const table of ['record', 'timeline_item', 'timeline_place', 'record_slot'])
    await client.query(`vacuum (analyze) ${table}`)
  await client.query('analyze')
  for (const [table, column] of [
    ['record', 'record_id'],
    ['timeline_item', 'item_id'],
  ]) {
    await client.query(`select setval(pg_get_serial_sequence('${table}', '${column}'), 100000000)`)
  }
}
