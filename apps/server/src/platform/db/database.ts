import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { connectAs, openPool, statementName } from './pool.ts'
import type { Tables } from './tables.ts'

/** The database of one tenant. */
export type Db = Kysely<Tables>
/** The same inside a transaction. Where one is in scope, nothing else may be. */
export type Tx = Transaction<Tables>

export interface Database {
  /** The database as one tenant sees it. */
  tenant(tenantId: number): Db
  /**
   * The same on connections of its own, for what a call may wait for while it holds one: caches are
   * filled here, or transactions that hold all others would wait for each other.
   */
  aside(tenantId: number): Db
  /** The few questions that are asked before a tenant is known; row-level security answers nothing else. */
  anonymous: pg.Pool
  /** The pool of the owner: migrations, schedules and indexes. */
  owner: pg.Pool
  url: string
  close(): Promise<void>
}

type Rows = Pick<pg.QueryArrayConfig, 'rowMode' | 'types'>

function run(client: pg.PoolClient, text: string, values: readonly unknown[], rows?: Rows) {
  const name = statementName(client, text, values)
  return client.query({ text, values: [...values], ...(name ? { name } : {}), ...rows })
}

/** What Kysely asks of a pool, given connections that are set to a tenant and prepare named statements. */
function tenantPool(pool: pg.Pool, tenantId: number): ConstructorParameters<typeof PostgresDialect>[0] {
  const connect = async () => {
    const client = await connectAs(pool, tenantId)
    return {
      query: (text: string, values: readonly unknown[]) => run(client, text, values),
      release: () => client.release(),
    }
  }
  return { pool: { connect, end: async () => undefined } } as unknown as ConstructorParameters<
    typeof PostgresDialect
  >[0]
}

/** How to take a connection of a tenant's database by other ways than Kysely. */
const connectOf = new WeakMap<Db, () => Promise<pg.PoolClient>>()

function byTenant(pool: pg.Pool): (tenantId: number) => Db {
  const tenants = new LRUCache<number, Db>({ max: 1000 })
  return (tenantId) => {
    const known = tenants.get(tenantId)
    if (known) return known
    const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect(tenantPool(pool, tenantId)) })
    connectOf.set(db, () => connectAs(pool, tenantId))
    tenants.set(tenantId, db)
    return db
  }
}

/** Opens the database. `max` bounds the connections of the application's role. */
export function openDatabase(url: string, max: number): Database {
  const pool = openPool({ url, max, fenced: true })
  const anonymous = openPool({ url, max: 3, fenced: true })
  const owner = openPool({ url, max: 4, fenced: false })
  const aside = openPool({ url, max: 2, fenced: true })
  return {
    url,
    anonymous,
    owner,
    tenant: byTenant(pool),
    aside: byTenant(aside),
    async close() {
      await Promise.all([pool, aside, anonymous, owner].map((one) => one.end()))
    },
  }
}

/**
 * Runs SQL text with numbered parameters. Text that begins with a name in a comment is prepared
 * once for each connection.
 */
export async function query<Row>(db: Db | Tx, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const result = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
  return result.rows
}

const asWritten = { getTypeParser: () => (text: unknown) => text }

/**
 * The same outside of transactions, with rows as arrays of texts in the order of their columns, as the
 * database wrote them: for rows of which the driver would make objects that take longer than the query.
 */
export async function queryTexts(
  db: Db,
  text: string,
  values: readonly unknown[],
): Promise<(string | null)[][]> {
  const client = await connectOf.get(db)?.()
  if (!client) throw new Error('Rows come as texts outside of transactions only')
  try {
    const { rows } = await run(client, text, values, { rowMode: 'array', types: asWritten })
    return rows as (string | null)[][]
  } finally {
    client.release()
  }
}

/** Runs `work` in a transaction; only `tx` may be used inside. */
export function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}
