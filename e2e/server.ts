import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import flags from '../scripts/lib/server-flags.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const longestStart = 400_000
const shiftedClock = join(root, 'faults/shifted-clock.ts')
/** In the data folder: how far the clock is ahead. */
const clockFile = 'clock'

export const administrator = { username: 'admin@example.com', password: 'Harbour-lights-42' }

export interface Server {
  /** Without a slash at the end. */
  readonly url: string
  readonly dataDir: string
  /** Of the database, with the rights of its owner. */
  databaseUrl(): Promise<string>
  /** Ends the process as a failing machine would, without a word; the database lives on. */
  kill(): Promise<void>
  /** Sets the clock of the process so many milliseconds ahead of the real one; needs `movableClock`. */
  moveClock(milliseconds: number): Promise<void>
  /** Starts again on the same folder after `kill`; the address may be another one. */
  restart(): Promise<void>
  /** Ends the process and its database and removes the folder. */
  stop(): Promise<void>
}

export interface Options {
  /** Whether the demo customers are loaded. Default: no. */
  demo?: boolean
  /** A database of its own, dropped when the server stops. Default: the embedded one, in the data folder. */
  database?: { url: string; drop(): Promise<void> }
  /** Whether `moveClock` works. Default: no. */
  movableClock?: boolean
  /** Further variables of the environment. */
  environment?: Record<string, string>
}

/** Resolves with the printed address. Rejects with what was printed when the process ends instead. */
async function addressOf(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`The server ${reason}. It printed:\n${output}`))
    const timer = setTimeout(() => fail('did not start in time'), longestStart)
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const [, address] = /Steward is running at (\S+)/.exec(output) ?? []
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with ${code}`)
    })
  })
}

async function startProcess(
  dataDir: string,
  { demo = false, database, movableClock = false, environment = {} }: Options,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [...flags, join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      ADMIN_EMAIL: administrator.username,
      ADMIN_PASSWORD: administrator.password,
      DEMO: demo ? 'on' : 'off',
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...(movableClock
        ? { FAULTS_CLOCK: join(dataDir, clockFile), NODE_OPTIONS: `--import ${shiftedClock}` }
        : {}),
      ...(database ? { DATABASE_URL: database.url, DRAIN_SECONDS: '0' } : {}),
      ...environment,
    },
  })
  const url = await addressOf(child).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return { child, url }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

async function databaseProcess(dataDir: string): Promise<{ pid: number; port: number } | undefined> {
  const path = join(dataDir, 'postgres/postmaster.pid')
  if (!existsSync(path)) return undefined
  const lines = (await readFile(path, 'utf8')).split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

/** A killed server leaves its database running. */
async function endDatabase(dataDir: string): Promise<void> {
  const database = await databaseProcess(dataDir)
  if (!database) return
  try {
    process.kill(database.pid, 'SIGINT')
  } catch {
    return
  }
  while (await databaseProcess(dataDir)) await wait(50)
}

/**
 * Starts the real server on an empty folder and a free port, with its embedded database unless it is given another.
 * Needs apps/web/dist, which `npm test` builds.
 */
export async function startServer(options: Options = {}): Promise<Server> {
  if (!existsSync(join(root, 'apps/web/dist/index.html'))) {
    throw new Error('Build the web application first: apps/web/dist is missing.')
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'steward-e2e-'))
  const clearAway = async () => {
    await (options.database ? options.database.drop() : endDatabase(dataDir))
    await rm(dataDir, { recursive: true, force: true })
  }
  let running = await startProcess(dataDir, options).catch(async (error: unknown) => {
    await clearAway()
    throw error
  })
  return {
    get url() {
      return running.url
    },
    dataDir,
    async databaseUrl() {
      if (options.database) return options.database.url
      const password = (await readFile(join(dataDir, 'database-password'), 'utf8')).trim()
      const database = await databaseProcess(dataDir)
      return `postgres://postgres:${password}@127.0.0.1:${database?.port}/steward`
    },
    kill: () => end(running.child, 'SIGKILL'),
    async moveClock(milliseconds) {
      await writeFile(join(dataDir, clockFile), String(milliseconds))
      running.child.kill('SIGUSR2')
    },
    async restart() {
      running = await startProcess(dataDir, options)
    },
    async stop() {
      await end(running.child, 'SIGTERM')
      await clearAway()
    },
  }
}
