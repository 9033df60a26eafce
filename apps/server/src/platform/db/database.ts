import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { CallLane } from '../pace/lane.ts'
import { announceAfter, announceFor } from './after-commit.ts'
import { cancelStatement } from './cancel.ts'
import { connectByLane, connectInTurns, connectPlainly, type Connect, type Taken } from './connections.ts'
import { openPool, statementName } from './pool.ts'
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
  /** All pools by name, for whoever measures them. */
  pools: Readonly<Record<string, pg.Pool>>
  url: string
  /** Calls the listener with each tenant whose committed statements published events; the last one given counts. */
  onPublish(listener: (tenantId: number) => void): void
  close(): Promise<void>
}

type Rows = Pick<pg.QueryArrayConfig, 'rowMode' | 'types'>

/** Runs a statement that is cancelled when nobody waits for it any more. */
async function runWatched(call: CallLane, client: pg.PoolClient, statement: pg.QueryConfig) {
  let heard: Promise<void> | undefined
  const running = { cancel: () => void (heard = cancelStatement(client)) }
  call.running.add(running)
  try {
    return await client.query(statement)
  } finally {
    call.running.delete(running)
    // Or it might come late, and hit the next statement of the connection.
    await heard
  }
}

function run({ client, call }: Taken, text: string, values: readonly unknown[], rows?: Rows) {
  const name = statementName(client, text, values)
  const statement = { text, values: [...values], ...(name ? { name } : {}), ...rows }
  return call ? runWatched(call, client, statement) : client.query(statement)
}

/** What Kysely asks of a pool, given connections that are set to a tenant and prepare named statements. */
function tenantPool(connect: Connect, tenantId: number): ConstructorParameters<typeof PostgresDialect>[0] {
  const connectForKysely = async () => {
    const taken = await connect(tenantId)
    return {
      query: (text: string, values: readonly unknown[]) => run(taken, text, values),
      release: taken.release,
    }
  }
  return {
    pool: { connect: connectForKysely, end: async () => undefined },
  } as unknown as ConstructorParameters<typeof PostgresDialect>[0]
}

/** How to take a connection of a tenant's database by other ways than Kysely. */
const connectOf = new WeakMap<Db, () => ReturnType<Connect>>()

function byTenant(connect: Connect, published: (tenantId: number) => void): (tenantId: number) => Db {
  const tenants = new LRUCache<number, Db>({ max: 1000 })
  return (tenantId) => {
    const known = tenants.get(tenantId)
    if (known) return known
    const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect(tenantPool(connect, tenantId)) })
    connectOf.set(db, () => connect(tenantId))
    announceFor(db, () => published(tenantId))
    tenants.set(tenantId, db)
    return db
  }
}

/** Most connections that jobs have for themselves. */
const jobConnections = 10
/** Milliseconds that a statement of a job may take: more than any should, so that none holds a worker for good. */
const longestOfJob = 30 * 60_000

/** Opens the database. `max` bounds the connections for calls, `longest` their statements, in milliseconds. */
export function openDatabase(url: string, max: number, longest: number): Database {
  const pool = openPool({ url, max, fenced: true, longest })
  const jobs = openPool({
    url,
    max: jobConnections,
    fenced: true,
    longest: longestOfJob,
    name: 'steward-jobs',
  })
  const anonymous = openPool({ url, max: 3, fenced: true, name: 'steward-anonymous' })
  const owner = openPool({ url, max: 4, fenced: false })
  const aside = openPool({ url, max: 2, fenced: true, name: 'steward-aside' })
  let listener: (tenantId: number) => void = () => undefined
  const published = (tenantId: number) => listener(tenantId)
  return {
    url,
    onPublish: (given) => void (listener = given),
    anonymous,
    owner,
    pools: { calls: pool, jobs, aside, anonymous, owner },
    tenant: byTenant(connectByLane(connectInTurns(pool, max), connectPlainly(jobs)), published),
    aside: byTenant(connectPlainly(aside), published),
    async close() {
      await Promise.all([pool, jobs, aside, anonymous, owner].map((one) => one.end()))
    },
  }
}

/**
 * Runs SQL text with numbered parameters. Text that begins with a name in a comment is prepared
 * once for each connection.
 */
export async function query<Row>(db: Db | Tx, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const connect = connectOf.get(db)
  if (!connect) return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
  // Outside of transactions Kysely has nothing to add, and is not asked.
  const taken = await connect()
  try {
    return (await run(taken, text, values)).rows as Row[]
  } finally {
    taken.release()
  }
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
  const taken = await connectOf.get(db)?.()
  if (!taken) throw new Error('Rows come as texts outside of transactions only')
  try {
    const { rows } = await run(taken, text, values, { rowMode: 'array', types: asWritten })
    return rows as (string | null)[][]
  } finally {
    taken.release()
  }
}

/** How many statements of calls the database works on just now, whichever process sent them. */
export async function countCallStatements({ owner }: Database): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'steward' and state = 'active'`,
  )
  return rows[0]?.count ?? 0
}

/** Runs `work` in a transaction; only `tx` may be used inside. */
export function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return announceAfter(db, (began) =>
    db.transaction().execute((tx) => {
      began(tx)
      return work(tx)
    }),
  )
}
