import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate } from '../../src/platform/db/migrate.ts'
import { readMigrations } from '../../src/platform/db/migration.files.ts'

const program = fileURLToPath(new URL('../../src/bin/migrate.ts', import.meta.url))
/** Milliseconds between two looks. */
const pause = 20
const longest = 30_000

interface Upgrading {
  child: ChildProcess
  said(): string
}

function start(url: string): Upgrading {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: url,
      NODE_NO_WARNINGS: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)))
  return { child, said: () => text }
}

/** Asks until the answer is true. Throws what the program said when it ended or nothing comes. */
async function until({ child, said }: Upgrading, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + longest
  for (;;) {
    if (await isSo()) return
    if (child.exitCode !== null || performance.now() > end)
      throw new Error(`The upgrade did not go on: ${said()}`)
    await wait(pause)
  }
}

async function connect(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name })
  // The database may be made to crash under it.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Holds a name in the list of migrations, so that who has run its statements waits before the commit. */
async function hold(url: string, name: string): Promise<pg.Client> {
  const client = await connect(url, 'holder')
  await client.query('begin')
  await client.query('insert into migration (name, hash) values ($1, $2)', [name, 'held'])
  return client
}

const migratorSql = `
  select query, wait_event from pg_stat_activity
  where datname = current_database() and application_name = 'steward-migrate'`

/** The list of migrations gets its newest column before the first step, and for that no one may hold a name. */
async function addNewestColumn(url: string): Promise<void> {
  await migrate(url, { only: [] })
}

async function isWaiting(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ query: string; wait_event: string }>(migratorSql)
  return rows.some(
    (row) => row.query.startsWith('insert into migration') && row.wait_event === 'transactionid',
  )
}

/** Starts an upgrade that comes to the end of the statements of `name` and no further, because `holder` has it. */
export async function startHeld(
  url: string,
  name: string,
): Promise<{ child: ChildProcess; holder: pg.Client }> {
  await addNewestColumn(url)
  const holder = await hold(url, name)
  // Within its transaction the holder would see the activity of one moment only.
  const watcher = await connect(url, 'watcher')
  const upgrading = start(url)
  await until(upgrading, () => isWaiting(watcher))
  await watcher.end()
  return { child: upgrading.child, holder }
}

/** Names of what the release still has to do on a database. */
export async function pendingOn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migration')
  const done = new Set(rows.map(({ name }) => name))
  return (await readMigrations()).map(({ name }) => name).filter((name) => !done.has(name))
}

/**
 * Upgrades by a process that is killed (SIGKILL) in each migration when all of its statements have run and the
 * commit has not, and started again each time. `check` is called after each kill with the number done.
 * Returns the number of kills.
 */
export async function upgradeKilled(url: string, check: (done: string[]) => Promise<void>): Promise<number> {
  await addNewestColumn(url)
  const watcher = await connect(url, 'watcher')
  const pending = await pendingOn(watcher)
  const holders = await Promise.all(pending.map((name) => hold(url, name)))
  const isGone = async () => (await watcher.query(migratorSql)).rowCount === 0

  let running: Upgrading | undefined
  try {
    for (const [index, holder] of holders.entries()) {
      running = start(url)
      await until(running, () => isWaiting(watcher))
      running.child.kill('SIGKILL')
      await once(running.child, 'exit')
      while (!(await isGone())) await wait(pause)
      await check(pending.slice(0, index))
      // The next process does this migration again; the one after it is held.
      await holder.query('rollback')
      await holder.end()
    }
    running = start(url)
    const [code] = (await once(running.child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(running.said())
    return pending.length
  } finally {
    running?.child.kill('SIGKILL')
    await Promise.allSettled([...holders, watcher].map((client) => client.end()))
  }
}
