import type pg from 'pg'
import { placementOf, type Placement } from './placement.ts'

export interface ForeignKey {
  table: string
  name: string
  definition: string
  columns: string[]
  target: string
  targetColumns: string[]
  /** As in pg_constraint: `a` no action, `r` restrict, `c` cascade, `n` set null, `d` set default. */
  onDelete: string
  onUpdate: string
}

export interface UniqueIndex {
  table: string
  name: string
  definition: string
  /** Plain columns of its key; expressions are left out. */
  columns: string[]
}

export interface Trigger {
  table: string
  name: string
  function: string
  definition: string
}

export interface StoredFunction {
  name: string
  language: string
  body: string
  isTrigger: boolean
}

export interface CatalogueTable {
  name: string
  placement: Placement | undefined
  columns: string[]
}

/** The parts of a database that a distribution is about. */
export interface Catalogue {
  tables: CatalogueTable[]
  views: { name: string; columns: string[] }[]
  foreignKeys: ForeignKey[]
  uniqueIndexes: UniqueIndex[]
  triggers: Trigger[]
  functions: StoredFunction[]
  /** Names of all functions by the least volatile of that name: `i`, `s` or `v`. */
  volatility: Record<string, string>
}

const columnsOf = (relation: string): string =>
  `(select array_agg(a.attname::text order by a.attnum) from pg_attribute a
    where a.attrelid = ${relation} and a.attnum > 0 and not a.attisdropped)`

const namesOf = (relation: string, numbers: string): string =>
  `array(select a.attname::text from unnest(${numbers}) with ordinality n(number, place)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = n.number order by n.place)`

const tablesSql = `
  select c.relname as name, c.relkind = 'v' as "isView", ${columnsOf('c.oid')} as columns,
    coalesce((select ${namesOf('c.oid', 'k.conkey')} from pg_constraint k where k.conrelid = c.oid and k.contype = 'p'), '{}') as "primaryKey",
    (select format_type(a.atttypid, a.atttypmod) from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as "tenantType"
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition order by 1`

const foreignKeysSql = `
  select k.conrelid::regclass::text as table, k.conname as name, pg_get_constraintdef(k.oid) as definition,
    ${namesOf('k.conrelid', 'k.conkey')} as columns, k.confrelid::regclass::text as target,
    ${namesOf('k.confrelid', 'k.confkey')} as "targetColumns", k.confdeltype as "onDelete", k.confupdtype as "onUpdate"
  from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 2`

const uniqueIndexesSql = `
  select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
    coalesce((select pg_get_constraintdef(k.oid) from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x')),
      pg_get_indexdef(i.indexrelid)) as definition,
    ${namesOf('i.indrelid', '(i.indkey::int2[])[0:i.indnkeyatts - 1]')} as columns
  from pg_index i join pg_class c on c.oid = i.indrelid
  where (i.indisunique or i.indisexclusion) and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1, 2`

const triggersSql = `
  select t.tgrelid::regclass::text as table, t.tgname as name, p.proname as function, pg_get_triggerdef(t.oid) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 1, 2`

const functionsSql = `
  select p.proname as name, l.lanname as language, pg_get_functiondef(p.oid) as body, p.prorettype = 'trigger'::regtype as "isTrigger"
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`

const volatilitySql = `
  select proname as name, (array_agg(provolatile order by array_position('{i,s,v}'::"char"[], provolatile)))[1] as volatility
  from pg_proc group by 1`

interface TableRow {
  name: string
  isView: boolean
  columns: string[]
  primaryKey: string[]
  tenantType: string | null
}

/** Reads a migrated database. */
export async function readCatalogue(client: pg.ClientBase | pg.Pool): Promise<Catalogue> {
  const read = async <T extends pg.QueryResultRow>(sql: string): Promise<T[]> =>
    (await client.query<T>(sql)).rows
  const relations = await read<TableRow>(tablesSql)
  const volatility = await read<{ name: string; volatility: string }>(volatilitySql)
  return {
    tables: relations
      .filter(({ isView }) => !isView)
      .map(({ tenantType, ...table }) => ({
        name: table.name,
        columns: table.columns,
        placement: placementOf({ ...table, tenantType: tenantType ?? undefined }),
      })),
    views: relations.filter(({ isView }) => isView).map(({ name, columns }) => ({ name, columns })),
    foreignKeys: await read<ForeignKey>(foreignKeysSql),
    uniqueIndexes: await read<UniqueIndex>(uniqueIndexesSql),
    triggers: await read<Trigger>(triggersSql),
    functions: await read<StoredFunction>(functionsSql),
    volatility: Object.fromEntries(volatility.map((row) => [row.name, row.volatility])),
  }
}
