import type pg from 'pg'

/** Tables that belong to the running instance, and not to its data. */
const ownTables = ['migration', 'ticker', 'worker_process']

export interface Column {
  name: string
  /** Whether rows may have none. */
  nullable: boolean
}

export interface Table {
  name: string
  /** Those that are stored and not calculated, `tenant_id` first where there is one. */
  columns: Column[]
}

export interface Reference {
  name: string
  table: string
  columns: string[]
  target: string
  definition: string
  /** Whether it is only looked at when a transaction ends. */
  deferred: boolean
  /** Whether rows may be written without it, and given it later. */
  breakable: boolean
}

export interface Index {
  name: string
  definition: string
}

export interface Sequence {
  name: string
  last: string
  called: boolean
}

/** The tables that hold data, by name. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: Column[] }>(
    `select c.relname as name,
       json_agg(json_build_object('name', a.attname, 'nullable', not a.attnotnull)
         order by a.attname <> 'tenant_id', a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relpersistence = 'p'
       and c.relname <> all ($1)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by c.relname order by c.relname`,
    [ownTables],
  )
  return rows
}

/** The foreign keys between tables. */
export async function listReferences(client: pg.ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select k.conname as name, s.relname as table, t.relname as target, pg_get_constraintdef(k.oid) as definition,
       k.condeferred as deferred,
       k.condeferred or not exists (select from unnest(k.conkey) as p(attnum)
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.attnum
         where a.attnotnull and a.attname <> 'tenant_id') as breakable,
       array(select a.attname::text from unnest(k.conkey) with ordinality as p(attnum, place)
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.attnum order by p.place) as columns
     from pg_constraint k join pg_class s on s.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0
     order by s.relname, k.conname`,
  )
  return rows
}

/** Indexes that no constraint owns. */
export async function listIndexes(client: pg.ClientBase): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'i' and i.indisvalid
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
     order by c.relname`,
  )
  return rows
}

/** Statistics that were asked for, as statements. */
export async function listStatistics(client: pg.ClientBase): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select stxname as name, pg_get_statisticsobjdef(oid) as definition
     from pg_statistic_ext where stxnamespace = 'public'::regnamespace order by stxname`,
  )
  return rows
}

export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' order by c.relname`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(name)}`,
    )
    sequences.push({ name, ...(state[0] as { last: string; called: boolean }) })
  }
  return sequences
}

export async function listMigrations(client: pg.ClientBase): Promise<{ name: string; hash: string }[]> {
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migration order by name',
  )
  return rows
}

export async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    name,
  ])
  return rows[0]?.there === true
}

/** A name as SQL writes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
