import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts'
import { keepLines, type Lines } from './lines.ts'

export interface TestDatabase {
  readonly pid: number
  readonly port: number
  /** With the rights of its owner; stays the same through restarts. */
  readonly url: string
  /** The folder of its files. */
  readonly folder: string
  readonly log: Lines
  /** Stops it as an administrator does, fast, and starts it again on the same files and the same port. */
  restart(): Promise<void>
  isRunning(): Promise<boolean>
  /** Starts it again after `kill`; resolves when it answers. */
  start(): Promise<void>
  /** Ends the server and all its processes at once, as a power cut does: nothing is written any more. */
  kill(): Promise<void>
  /** Ends it for good and removes its files. */
  stop(): Promise<void>
}

interface Options {
  /** Where its files lie; a folder of its own below the temporary one when absent. */
  folder?: string
  /** Further settings, as `max_connections=40`. */
  settings?: string[]
}

const longestStart = 60_000

/** The processes of a server; each is a group of its own, so none dies with the first. */
function processesOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return [pid, ...children.split(' ').filter(Boolean).map(Number)]
  } catch {
    return [pid]
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // What was killed stays in the table until its parent asks for it.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Starts a PostgreSQL of its own, set up as the embedded one. It can be killed and started again, which needs
 * to find the server's processes in /proc: Linux only.
 */
export async function startDatabase(options: Options = {}): Promise<TestDatabase> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'steward-faults-db-')))
  const settings = ['shared_buffers=128MB', 'effective_cache_size=512MB', ...(options.settings ?? [])]
  const embedded = await startEmbedded(folder, settings)
  const files = join(folder, 'postgres')
  const firstPid = Number(readFileSync(join(files, 'postmaster.pid'), 'utf8').split('\n')[0])
  const [program = '', ...args] = readFileSync(`/proc/${firstPid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  await embedded.stop()

  const log = keepLines()
  const { uid, gid } = statSync(files)
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    // What is left of one that went down by itself must be gone before.
    if (server) await end('SIGKILL')
    const isRoot = process.getuid?.() === 0
    // As root, PostgreSQL starts inside its folder, whose parents may be private.
    server = spawn(program, args, {
      cwd: files,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(isRoot ? { uid, gid } : {}),
    })
    log.read(server.stdout)
    log.read(server.stderr)
    const until = Date.now() + longestStart
    while (!(await answers(embedded.url))) {
      if (server.exitCode !== null || Date.now() > until) {
        throw new Error(`The database did not start. It said: ${log.all.slice(-5).join(' ')}`)
      }
      await wait(50)
    }
  }

  async function end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    const processes = processesOf(server.pid ?? 0)
    if (signal === 'SIGKILL') for (const pid of processes) process.kill(pid, signal)
    else server.kill(signal)
    await ended
    while (processes.some(isAlive)) await wait(10)
  }

  await start()
  return {
    get pid() {
      return server?.pid ?? 0
    },
    port: Number(new URL(embedded.url).port),
    url: embedded.url,
    folder,
    log,
    isRunning: () => answers(embedded.url),
    start,
    async restart() {
      await end('SIGINT')
      await start()
    },
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
