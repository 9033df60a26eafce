import type pg from 'pg'

/** Is in every text of the tenant that no one else may read a byte of. */
const canary = 'kanarienvogel7f3a9c'
/** Ids of that tenant begin here, so that one in an answer is seen. */
export const firstForeignId = 77_000_000
const foreignIds = /(?<![\w.-])77\d{6}(?![\w-])/g

interface Column {
  table: string
  column: string
  kind: 'text' | 'json' | 'texts'
}

/** The texts of all tables that hold rows of tenants. */
async function textColumns(owner: pg.Pool): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `select c.relname "table", a.attname "column",
            case when t.typname = 'jsonb' then 'json' when t.typname = '_text' then 'texts' else 'text' end kind
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and t.typname in ('text', 'varchar', 'jsonb', '_text')
       and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'tenant_id')
     order by 1, 2`,
  )
  return rows
}

const planted: Record<Column['kind'], (column: string) => string> = {
  text: (column) => `'${canary} ' || coalesce(${column}, '')`,
  texts: (column) => `array['${canary}'] || coalesce(${column}, '{}')`,
  // Every text of it that is a value; names of members stay.
  json: (column) =>
    `regexp_replace(${column}::text, '"((?:[^"\\\\]|\\\\.)*)"(\\s*[,}\\]]|$)', '"${canary} \\1"\\2', 'g')::jsonb`,
}

/**
 * Writes the canary into every text of a tenant that its constraints let be written, without triggers.
 * Answers how many columns hold it, and of how many rows.
 */
export async function plantCanaries(
  owner: pg.Pool,
  tenantId: number,
): Promise<{ columns: number; rows: number }> {
  const client = await owner.connect()
  const sums = { columns: 0, rows: 0 }
  try {
    await client.query('set session_replication_role = replica')
    for (const { table, column, kind } of await textColumns(owner)) {
      const name = client.escapeIdentifier(column)
      const text = `update ${client.escapeIdentifier(table)} set ${name} = ${planted[kind](name)} where tenant_id = $1`
      // A list of words that a constraint holds takes no other.
      const written = await client.query(text, [tenantId]).catch(() => undefined)
      if (!written?.rowCount) continue
      sums.columns += 1
      sums.rows += written.rowCount
    }
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
  return sums
}

/** Lets the ids of what is made next begin at a number, whatever they are ids of. */
export async function continueIdsAt(owner: pg.Pool, first: number): Promise<void> {
  await owner.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, $1)
     from pg_sequences where schemaname = 'public' and max_value > $1`,
    [first],
  )
}

/** What of the other tenant an answer holds that was not asked with: the canary, or ids. */
export function foreignBytes(answer: string, asked: string): string[] {
  const found = answer.toLowerCase().includes(canary) ? [canary] : []
  const ids = [...new Set(answer.match(foreignIds) ?? [])]
  return [...found, ...ids.filter((id) => !asked.includes(id))]
}

/** A digest of all rows of a tenant, by table. */
export async function digestOf(owner: pg.Pool, tenantId: number): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')`,
  )
  const digests: Record<string, string> = {}
  for (const { name } of rows) {
    const text = `select count(*) || ':' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') digest
                  from ${name} t where tenant_id = $1`
    digests[name] = (await owner.query<{ digest: string }>(text, [tenantId])).rows[0]?.digest ?? ''
  }
  return digests
}
