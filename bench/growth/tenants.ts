import type pg from 'pg'
import { createAccessTokens } from '../../apps/server/src/platform/session/access-token.ts'
import { createSecrets } from '../../apps/server/src/platform/secrets/secrets.ts'

/** Tables of the instance, and those whose rows are of one company only, whatever it holds. */
const notCopied = new Set(['migration', 'worker_process', 'event', 'refresh_token', 'audit_entry', 'message'])

/** What a company that is to be filled otherwise does not get. */
const slots = [1, 2, 3, 4].map((level) => `record_slot_${level}`)
const filled = ['record', 'record_count', ...slots, 'value_change', 'change', 'change_set']
const logged = ['timeline_item', 'timeline_place']

async function readTables(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by 1 having bool_or(a.attname = 'tenant_id') order by 1`)
  return rows.filter(({ name }) => !notCopied.has(name))
}

/** What is unique over all companies gets the number of the company. */
function valueOf(table: string, column: string): string {
  if (column === 'tenant_id') return 'company.number'
  return table === 'app_user' && column === 'email'
    ? `'bench' || company.number || '@example.com'`
    : `t.${column}`
}

/** The large tables, whose indexes are rebuilt behind a copy: row by row they take three times as long. */
const large = ['record', 'timeline_item', 'timeline_place']

export async function withoutIndexes(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes i
     where i.tablename = any($1) and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [large],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await client.query(definition)
}

/**
 * Copies the company `from` as the companies `first` to `last`; without `records` with all that it set up
 * and none of its records. Ids are the same in each: they are distinguished by the company.
 */
export async function copyTenant(
  client: pg.ClientBase,
  from: number,
  first: number,
  last: number,
  records: boolean,
): Promise<void> {
  const left = new Set(records ? [] : [...filled, ...logged])
  const tables = (await readTables(client)).filter(({ name }) => !left.has(name))
  const copy = () => copyRows(client, tables, from, first, last)
  await (records ? withoutIndexes(client, copy) : copy())
}

async function copyRows(
  client: pg.ClientBase,
  tables: readonly { name: string; columns: string[] }[],
  from: number,
  first: number,
  last: number,
): Promise<void> {
  for (const { name, columns } of tables) {
    const values = columns.map((column) => valueOf(name, column)).join(', ')
    await client.query(`
      insert into ${name} (${columns.join(', ')}) overriding system value
      select ${values} from ${name} t, generate_series(${first}, ${last}) company(number) where t.tenant_id = ${from}`)
  }
}

/** Signs access tokens for the copies of a session, good for a day. */
export function signer(
  dataDir: string,
  { userId, sessionId }: { userId: number; sessionId: number },
): (tenantId: number) => Promise<Record<string, string>> {
  const day = 24 * 3600_000
  const clock = { now: () => new Date(Date.now() + day) }
  const tokens = createAccessTokens(createSecrets({ secretKeys: undefined, dataDir }), clock)
  return async (tenantId) => {
    const endsAt = new Date(Date.now() + 2 * day)
    const { token } = await tokens.sign({ tenantId, userId, sessionId, endsAt })
    return { authorization: `Bearer ${token}` }
  }
}
