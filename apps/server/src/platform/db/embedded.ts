import { randomBytes } from 'node:crypto'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { makeDataFolder } from '../data-folder.ts'
import { createCluster } from './cluster.ts'

/** Taken by the running Steward for as long as it lives; the database frees it when the process dies. */
const instanceLock = 7_370_000

export interface EmbeddedDatabase {
  url: string
  stop(): Promise<void>
}

class DataFolderBusy extends Error {
  constructor(dataDir: string) {
    super(
      `Another Steward is already running on the data folder ${dataDir}. Stop it first, or give this one its own folder with DATA_DIR.`,
    )
    this.name = 'DataFolderBusy'
  }
}

/** An eighth of the machine's memory, from 128 MB to 2 GB. */
const cacheMegabytes = Math.min(2048, Math.max(128, Math.floor(totalmem() / 8 / 1024 / 1024)))

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  `shared_buffers=${cacheMegabytes}MB`,
  `effective_cache_size=${cacheMegabytes * 3}MB`,
  'work_mem=16MB',
  'maintenance_work_mem=128MB',
  'max_wal_size=2GB',
  'checkpoint_timeout=15min',
  'random_page_cost=1.1',
  'jit=off',
]

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const passwordFileOf = (dataDir: string) => join(dataDir, 'database-password')

async function readSecret(dataDir: string): Promise<string> {
  const path = passwordFileOf(dataDir)
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch {
    const secret = randomBytes(24).toString('base64url')
    await writeFile(path, `${secret}\n`, { mode: 0o600 })
    return secret
  }
}

function urlOf(port: number, password: string, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
}

/** The port of a PostgreSQL that already runs on this folder, or undefined. */
async function runningPort(clusterDir: string): Promise<{ pid: number; port: number } | undefined> {
  try {
    const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n')
    const pid = Number(lines[0])
    const port = Number(lines[3])
    process.kill(pid, 0)
    return { pid, port }
  } catch {
    return undefined
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

async function isInitialised(clusterDir: string): Promise<boolean> {
  return readFile(join(clusterDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
}

interface Running {
  port: number
  stop(): Promise<void>
}

function stopByPid(pid: number): Running['stop'] {
  return async () => {
    process.kill(pid, 'SIGINT')
    for (let waited = 0; waited < 100; waited += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      try {
        process.kill(pid, 0)
      } catch {
        return
      }
    }
  }
}

async function startCluster(dataDir: string, flags: string[]): Promise<Running> {
  const folder = join(dataDir, 'postgres')
  const port = await freePort()
  const cluster = await createCluster({
    folder,
    port,
    passwordFile: passwordFileOf(dataDir),
    settings: [...settings, ...flags],
  })
  if (!(await isInitialised(folder))) await cluster.initialise()
  await cluster.start().catch((error: Error) => {
    throw new Error(`The embedded database did not start. Its log: ${error.message}`, { cause: error })
  })
  return {
    port,
    async stop() {
      // The library would wait for the end of a database that has ended by itself.
      if (await runningPort(folder)) await cluster.stop()
    },
  }
}

/** Reuses a cluster that a killed Steward left running, or starts one. */
async function findOrStart(dataDir: string, password: string, flags: string[]): Promise<Running> {
  const left = await runningPort(join(dataDir, 'postgres'))
  if (left && (await canConnect(urlOf(left.port, password, 'postgres')))) {
    return { port: left.port, stop: stopByPid(left.pid) }
  }
  return startCluster(dataDir, flags)
}

async function lockInstance(url: string, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'steward-instance' })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    instanceLock,
  ])
  if (rows[0]?.free) return client
  await client.end()
  throw new DataFolderBusy(dataDir)
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = 'steward'`)
    if (!rowCount) await client.query('create database steward')
  } finally {
    await client.end()
  }
}

/** The database that runs in the data folder, anyone who started it; undefined where none does. */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  const clusterDir = join(dataDir, 'postgres')
  const running = (await isInitialised(clusterDir)) ? await runningPort(clusterDir) : undefined
  if (!running) return undefined
  const url = urlOf(running.port, await readSecret(dataDir), 'steward')
  return (await canConnect(url)) ? url : undefined
}

/** Whether a database was ever made in the data folder. */
export function hasEmbedded(dataDir: string): Promise<boolean> {
  return isInitialised(join(dataDir, 'postgres'))
}

/** Earlier releases let every user enter the folder where Steward ran as root. */
async function makePrivate(dataDir: string): Promise<void> {
  const { mode, uid } = await stat(dataDir)
  if (uid === process.getuid?.() && (mode & 0o777) === 0o711) await chmod(dataDir, 0o700)
}

/**
 * Starts PostgreSQL in the data folder, or takes over the one that a killed process left there.
 * Throws DataFolderBusy while another Steward works on the folder.
 */
export async function startEmbedded(dataDir: string, flags: string[] = []): Promise<EmbeddedDatabase> {
  await makeDataFolder(dataDir)
  await makePrivate(dataDir)
  const clusterDir = join(dataDir, 'postgres')
  const password = await readSecret(dataDir)
  const running = await findOrStart(dataDir, password, flags).catch(async (error: unknown) => {
    // Two starts at the same moment: the other one won, so look again before failing.
    const other = await runningPort(clusterDir)
    if (!other) throw error
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return { port: other.port, stop: stopByPid(other.pid) }
  })
  const lock = await lockInstance(urlOf(running.port, password, 'postgres'), dataDir)
  const stop = async () => {
    await lock.end()
    await running.stop()
  }
  await ensureDatabase(urlOf(running.port, password, 'postgres')).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { url: urlOf(running.port, password, 'steward'), stop }
}
