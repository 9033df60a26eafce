import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { instantReader } from './instant.reader.ts'

// Counts and sums come as numbers: none of ours passes 2^53. Days stay the text they are.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

pg.types.setTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  instantReader(pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)),
)

/** Ids in an array, as numbers like any other id. The driver reads arrays letter by letter, in case they are nested. */
function readIds(text: string): (number | null)[] {
  if (text === '{}') return []
  return text
    .slice(1, -1)
    .split(',')
    .map((id) => (id === 'NULL' ? null : Number(id)))
}

// The driver's types name no arrays: these are of int4 and int8. Owners are in every row of a page.
for (const type of [1007, 1016]) {
  pg.types.setTypeParser(type as Parameters<typeof pg.types.setTypeParser>[0], readIds)
}

/**
 * A connection whose other end fell silent is abandoned by this side within half a minute, as the database does
 * on its own: a system that is not asked sends its first probe after two hours.
 */
export const lostSoon = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * The database takes a machine that fell silent for lost after 25 seconds, and not after two hours, so that its
 * locks are free. By statements: poolers refuse what is in the options of a connection.
 */
export const givesUpSoon =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

export interface PoolOptions {
  url: string
  /** Most connections. */
  max: number
  /** Work as the application's role, which row-level security binds. */
  fenced: boolean
  /** Milliseconds after which a statement is canceled; absent: never. */
  longest?: number
  /** How the database knows its connections. */
  name?: string
}

/**
 * What a connection is set to before anything else. By statements: poolers refuse or drop what is in the
 * options of a connection, and one without its role would be bound by no fence.
 */
function settingsOf({ fenced, longest }: PoolOptions): string {
  // One statement keeps one processor busy: with helpers of the database, one company's would take them all.
  const role = fenced ? 'set role steward_app; set max_parallel_workers_per_gather = 0; ' : ''
  const timeout = longest === undefined ? '' : `; set statement_timeout = ${longest}`
  return `${role}set jit = off; set timezone = 'UTC'; ${givesUpSoon}${timeout}`
}

/** Opens a pool. A fenced one finds nothing until a tenant is set. */
export function openPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 15_000,
    ...lostSoon,
    application_name: options.name ?? (options.fenced ? 'steward' : 'steward-owner'),
    onConnect: async (client) => void (await client.query(settingsOf(options))),
  })
  // An idle connection that the server closes is replaced; the next query reports a real outage.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Which tenant each connection is set to, so that it is set once and not with every query. */
const tenantOf = new WeakMap<pg.PoolClient, number>()

/** A connection that sees one tenant. The caller releases it. */
export async function connectAs(pool: pg.Pool, tenantId: number): Promise<pg.PoolClient> {
  const client = await pool.connect()
  if (tenantOf.get(client) === tenantId) return client
  try {
    tenantOf.delete(client)
    await client.query(`select set_config('app.tenant_id', $1, false)`, [String(tenantId)])
    tenantOf.set(client, tenantId)
    return client
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

const named = /^\/\*(?:user:)?([\w.]+)\*\//
/** Statements that only read begin like this. */
const asks = /^(?:select|with) /
/** How statements begin that differ from user to user. */
const byUser = '/*user:'
const statementNames = new LRUCache<string, string>({ max: 2000 })
/**
 * How many statements without a name of their own a connection keeps prepared: of those that came again, and of those
 * that came once. It remembers more of the latter than it keeps.
 */
const keptStatements = 100
const freshStatements = 20
const rememberedStatements = 400

/** pg remembers what it has prepared on a connection, and has no call to make it forget. */
interface Preparing {
  connection: {
    parsedStatements: Record<string, unknown>
    stream: Writable
    close(message: { type: 'S'; name: string }): void
  }
}

/**
 * The statements of a connection that came once recently, the latest of these, and those that came again. The last two
 * are prepared: a list that is asked for again soon is not planned again, and one that never is pushes none out that are.
 */
interface Statements {
  once: LRUCache<string, true>
  fresh: LRUCache<string, true>
  kept: LRUCache<string, true>
}

const statementsOf = new WeakMap<pg.PoolClient, Statements>()

function nameOf(text: string): string {
  const known = statementNames.get(text)
  if (known) return known
  const label = named.exec(text)?.[1] ?? 'any'
  const name = `${label}.${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`
  statementNames.set(text, name)
  return name
}

/**
 * Forgets a statement here and on the server. The message goes along with the statement that takes its place, and no one
 * waits for its answer; as a statement of its own it would hold that one up.
 */
function forget(client: pg.PoolClient, name: string): void {
  const { connection } = client as unknown as Preparing
  delete connection.parsedStatements[name]
  connection.stream.cork()
  connection.close({ type: 'S', name })
  process.nextTick(() => connection.stream.uncork())
}

/** One that is dropped, because it was used longest ago, is forgotten. */
function openStatements(client: pg.PoolClient): Statements {
  const prepared = (max: number) =>
    new LRUCache<string, true>({
      max,
      dispose: (_value, name, reason) => {
        if (reason === 'evict') forget(client, name)
      },
    })
  const statements: Statements = {
    once: new LRUCache({ max: rememberedStatements }),
    fresh: prepared(freshStatements),
    kept: prepared(keptStatements),
  }
  statementsOf.set(client, statements)
  return statements
}

/** Notes that a statement comes, which is prepared from now on. */
function noteStatement(client: pg.PoolClient, name: string): void {
  const { once, fresh, kept } = statementsOf.get(client) ?? openStatements(client)
  if (kept.get(name)) return
  if (once.delete(name)) {
    fresh.delete(name)
    kept.set(name, true)
    return
  }
  once.set(name, true)
  fresh.set(name, true)
}

/**
 * The name under which a statement is prepared, or undefined to plan it each time. Prepared are
 * statements that begin with a comment such as `/*record.read*\/`, whose shapes are few; and selects without values,
 * as the lists of a level are, and what begins with such as `/*user:overview.read*\/`, whose shapes are as many as
 * users: of these a connection keeps the latest, those that came again longer.
 */
export function statementName(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[],
): string | undefined {
  const isOfUser = text.startsWith(byUser)
  if (text.startsWith('/*') && !isOfUser) return nameOf(text)
  if (!isOfUser && (values.length > 0 || !asks.test(text))) return undefined
  const name = nameOf(text)
  noteStatement(client, name)
  return name
}
