import pg from 'pg'
import { release } from '../release.ts'
import { readMigrations, type Migration } from './migration.files.ts'
import { checkChanged, checkFit, checkKnown, checkSpace, checkUnused } from './upgrade.check.ts'

const lockKey = 7_370_001
/** Milliseconds that a step waits for someone else's lock on a table. */
const longestLock = 60_000
/** Seconds that processes of the release before are given to end. */
const patience = 20
const lockNotAvailable = '55P03'

export interface MigrateOptions {
  /** Applies these and no others, as for a backup of an older release. All of the release when absent. */
  only?: readonly string[]
  /** The folder where the database lies, where that is known: its disk has to have room. */
  databaseFolder?: string | undefined
  /** Seconds that processes of another release are given to end; 20 when absent. */
  patience?: number
  /** Milliseconds that a step waits for someone else's lock on a table; a minute when absent. */
  longestLock?: number
  /** Called before a database that is in use is changed; what it throws leaves the database as it is. */
  before?(): Promise<void>
  /** Called at the end, while no other process migrates. */
  after?(): Promise<void>
  /** Told a line at a time what happens to a database that is in use. */
  say?(line: string): void
}

interface Applied {
  name: string
  hash: string
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'steward-migrate' })
  // A connection that breaks is reported by the statement that needs it.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(
    `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`,
  )
  // A migration of a process that was killed ends at once, and not when its statement is through. Some
  // systems cannot tell; there it ends later.
  await client.query('set client_connection_check_interval = 250').catch(() => undefined)
  return client
}

/** One process migrates at a time; the lock is the connection's, and goes with it. */
async function takeTurn(client: pg.Client, say: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lockKey])
  if (rows[0]?.free) return
  say('Another process is preparing the database; waiting for it.')
  await client.query('select pg_advisory_lock($1)', [lockKey])
}

/** The table of applied migrations. It must exist before the first one, so no migration creates it. */
async function readApplied(client: pg.Client): Promise<Applied[]> {
  await client.query(`
    create table if not exists migration (
      name text primary key, hash text not null, at timestamptz not null default now(), release text)`)
  return (await client.query<Applied>('select name, hash from migration order by name')).rows
}

/** Which release applied a migration was not written down at first. */
async function addRelease(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'migration'::regclass and attname = 'release'`,
  )
  if (!rowCount) await client.query('alter table migration add column release text')
}

function reasonOf(error: unknown): string {
  const { code, message } = error as pg.DatabaseError
  if (code !== lockNotAvailable) return message
  return 'another session has held a table for too long. End it (pg_stat_activity names it), and start again.'
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.text)
    await client.query('insert into migration (name, hash, release) values ($1, $2, $3)', [
      migration.name,
      migration.hash,
      release,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new Error(`Migration ${migration.name} failed: ${reasonOf(error)}`, { cause: error })
  }
}

async function applyAll(client: pg.Client, pending: Migration[], say: (line: string) => void): Promise<void> {
  const start = performance.now()
  say(
    `Upgrading the database to ${release}, in ${pending.length} ${pending.length === 1 ? 'step' : 'steps'}.`,
  )
  for (const [index, migration] of pending.entries()) {
    say(`  ${index + 1} of ${pending.length}: ${migration.name}`)
    await apply(client, migration)
  }
  say(`The database is upgraded, after ${((performance.now() - start) / 1000).toFixed(1)} s.`)
}

/** Preparations before the first migration of a database in use. */
async function makeReady(
  client: pg.Client,
  options: MigrateOptions,
  say: (line: string) => void,
): Promise<void> {
  await checkUnused(client, options.patience ?? patience, say)
  if (options.databaseFolder) await checkSpace(client, options.databaseFolder)
  await options.before?.()
}

/**
 * Brings the database to this release. Forward only; several processes may start at once, one of
 * them migrates. Returns the names of what it applied. Throws UpgradeRefused, and changes nothing, for a
 * database that does not fit or is at work.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const say = options.say ?? (() => undefined)
  const client = await connect(url)
  try {
    await takeTurn(client, say)
    const migrations = await readMigrations()
    await checkFit(client)
    const applied = await readApplied(client)
    checkKnown(applied, migrations)
    checkChanged(applied, migrations, say)
    await client.query(`set lock_timeout = ${options.longestLock ?? longestLock}`)
    await addRelease(client)
    const done = new Set(applied.map(({ name }) => name))
    const pending = migrations
      .filter(({ name }) => !done.has(name))
      .filter(({ name }) => options.only?.includes(name) ?? true)
    const isInUse = applied.length > 0
    if (pending.length > 0 && isInUse) await makeReady(client, options, say)
    if (pending.length > 0) await applyAll(client, pending, isInUse ? say : () => undefined)
    await options.after?.()
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}
