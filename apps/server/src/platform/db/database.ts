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
  /** The few questions that are asked before a tenant is known; row-level security answers nothing else. */
  anonymous: pg.Pool
  /** The pool of the owner: migrations, schedules and indexes. */
  owner: pg.Pool
  url: string
  close(): Promise<void>
}

/** What Kysely asks of a pool, given connections that are set to a tenant and prepare named statements. */
function tenantPool(pool: pg.Pool, tenantId: number): ConstructorParameters<typeof PostgresDialect>[0] {
  const connect = async () => {
    const client = await connectAs(pool, tenantId)
    return {
      query: (text: string, values: readonly unknown[]) => {
        const name = statementName(client, text, values)
        return client.query(name ? { name, text, values: [...values] } : { text, values: [...values] })
      },
      release: () => client.release(),
    }
  }
  return { pool: { connect, end: async () => undefined } } as unknown as ConstructorParameters<
    typeof PostgresDialect
  >[0]
}

/** Opens the database. `max` bounds the connections of the application's role. */
export function openDatabase(url: string, max: number): Database {
  const pool = openPool({ url, max, fenced: true })
  const anonymous = openPool({ url, max: 3, fenced: true })
  const owner = openPool({ url, max: 4, fenced: false })
  const tenants = new LRUCache<number, Db>({ max: 1000 })
  return {
    url,
    anonymous,
    owner,
    tenant(tenantId) {
      const known = tenants.get(tenantId)
      if (known) return known
      const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect(tenantPool(pool, tenantId)) })
      tenants.set(tenantId, db)
      return db
    },
    async close() {
      await Promise.all([pool.end(), anonymous.end(), owner.end()])
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

/** Runs `work` in a transaction; only `tx` may be used inside. */
export function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}
