import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { CallLane } from '../pace/lane.ts'
import { cancelStatement } from './cancel.ts'
import {
  connectByLane,
  connectForJobs,
  connectInTurns,
  connectPlainly,
  type Connect,
  type Taken,
} from './connections.ts'
import { isoOf } from './instant.reader.ts'
import { parameterOf } from './parameter.ts'
import { openPool, statementName } from './pool.ts'

type Rows = Pick<pg.QueryArrayConfig, 'rowMode' | 'types'>

/** The database of one tenant. Statements go through `query`. */
export interface Db {
  run(text: string, values: readonly unknown[], rows?: Rows): Promise<pg.QueryResult>
  /** Takes a connection for a transaction; null where one is open already. */
  readonly connect: (() => Promise<Taken>) | null
}

/** The same inside a transaction. Where one is in scope, nothing else may be used. */
export interface Tx extends Db {
  readonly connect: null
}

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
  /** All pools by name, for anyone who measures them. */
  pools: Readonly<Record<string, pg.Pool>>
  url: string
  close(): Promise<void>
}

/** Runs a statement that is canceled when no one waits for it any more. */
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
  const statement = { text, values: values.map(parameterOf), ...(name ? { name } : {}), ...rows }
  return call ? runWatched(call, client, statement) : client.query(statement)
}

/** A handle that takes a connection for each statement. */
function dbOf(connect: () => Promise<Taken>): Db {
  return {
    connect,
    async run(text, values, rows) {
      const taken = await connect()
      try {
        return await run(taken, text, values, rows)
      } finally {
        taken.release()
      }
    },
  }
}

function byTenant(connect: Connect): (tenantId: number) => Db {
  const tenants = new LRUCache<number, Db>({ max: 1000 })
  return (tenantId) => {
    const known = tenants.get(tenantId)
    if (known) return known
    const db = dbOf(() => connect(tenantId))
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
  return {
    url,
    anonymous,
    owner,
    pools: { calls: pool, jobs, aside, anonymous, owner },
    tenant: byTenant(connectByLane(connectInTurns(pool, max), connectForJobs(jobs))),
    aside: byTenant(connectPlainly(aside)),
    async close() {
      await Promise.all([pool, jobs, aside, anonymous, owner].map((one) => one.end()))
    },
  }
}

/**
 * Runs SQL text with numbered parameters. Text that begins with a name in a comment is prepared
 * once for each connection.
 */
export async function query<Row>(db: Db, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await db.run(text, values)).rows as Row[]
}

const withIsoTexts = {
  getTypeParser: ((type: number, format?: 'text') =>
    type === pg.types.builtins.TIMESTAMPTZ
      ? isoOf
      : pg.types.getTypeParser(type, format)) as pg.CustomTypesConfig['getTypeParser'],
}

/**
 * The same with rows as arrays, and instants as they are sent: an object of more than a dozen columns takes longer to make
 * than to read, and so do a date and its text.
 */
export async function queryArrays(db: Db, text: string, values: readonly unknown[]): Promise<unknown[][]> {
  return (await db.run(text, values, { rowMode: 'array', types: withIsoTexts })).rows as unknown[][]
}

const asWritten = { getTypeParser: () => (text: unknown) => text }

/**
 * The same with rows as arrays of texts in the order of their columns, as the database wrote them: for rows
 * of which the driver would make objects that take longer than the query.
 */
export async function queryTexts(
  db: Db,
  text: string,
  values: readonly unknown[],
): Promise<(string | null)[][]> {
  return (await db.run(text, values, { rowMode: 'array', types: asWritten })).rows as (string | null)[][]
}

/** How many statements of calls the database works on just now, whichever process sent them. */
export async function countCallStatements({ owner }: Database): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'steward' and state = 'active'`,
  )
  return rows[0]?.count ?? 0
}

/** Callbacks of transactions, to run once they are committed. */
const afterwards = new WeakMap<Tx, ((db: Db) => void)[]>()

/**
 * Calls `work` with the tenant's database once the transaction is committed; at once where there is none. It is lost
 * with the process, so it may only speed up what happens anyway.
 */
export function afterCommit(from: Db | Tx, work: (db: Db) => void): void {
  const waiting = afterwards.get(from as Tx)
  if (waiting) waiting.push(work)
  else work(from as Db)
}

/** Ends a transaction that failed. A connection on which even that fails is closed, and the pool opens another. */
async function rollBack({ client, release }: Taken): Promise<void> {
  try {
    // Not as a statement of a call, which would be canceled when no one waits for it any more.
    await client.query('rollback')
    release()
  } catch (error) {
    release(error as Error)
  }
}

/** Runs `work` in a transaction; only `tx` may be used inside. */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!db.connect) throw new Error('A transaction is open already')
  const taken = await db.connect()
  let isOpen = true
  const tx: Tx = {
    connect: null,
    async run(text, values, rows) {
      if (!isOpen) throw new Error('The transaction has ended')
      return run(taken, text, values, rows)
    },
  }
  const waiting: ((db: Db) => void)[] = []
  afterwards.set(tx, waiting)
  try {
    await run(taken, 'begin', [])
    const result = await work(tx)
    isOpen = false
    await run(taken, 'commit', [])
    taken.release()
    for (const act of waiting) act(db)
    return result
  } catch (error) {
    isOpen = false
    await rollBack(taken)
    throw error
  }
}
