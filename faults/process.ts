import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import flags from '../scripts/lib/server-flags.json' with { type: 'json' }
import { administrator } from './client.ts'
import { freePort } from './free-port.ts'
import { keepLines, type Lines } from './lines.ts'

const root = join(import.meta.dirname, '..')
const longestStart = 90_000

export interface StewardProcess {
  /** Of the web server; a process that is only a worker listens on none. */
  readonly port: number
  readonly pid: number
  readonly roles: string
  readonly log: Lines
  /** Resolves once the process is gone, with how it ended. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Resolves once it can serve; rejects with what it said when it ends before. */
  ready(): Promise<void>
  /** Sends the signal and resolves once the process is gone. Default: SIGKILL. */
  kill(signal?: NodeJS.Signals): Promise<void>
}

interface ProcessOptions {
  /** Of the database. */
  url: string
  dataDir: string
  /** As the environment has it: `web`, `worker` or `web,worker`, which is the default. */
  roles?: string
  /** Where it listens; a free port when absent. */
  port?: number
  env?: NodeJS.ProcessEnv
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
}

const failure = (what: string, log: Lines): Error =>
  new Error(`Steward ${what}. It said:\n${log.all.slice(-20).join('\n')}`)

/** Starts Steward as a process of its own, and does not wait until it is ready. */
export async function startProcess(options: ProcessOptions): Promise<StewardProcess> {
  const { url, dataDir, roles = 'web,worker', env = {} } = options
  const port = options.port ?? (await freePort())
  const log = keepLines()
  const child = spawn(process.execPath, [...flags, join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PORT: String(port),
      ROLES: roles,
      ADMIN_EMAIL: administrator.username,
      ADMIN_PASSWORD: administrator.password,
      DEMO: 'off',
      STARTER_FIELDS: 'off',
      LOG_LEVEL: 'info',
      ...env,
    },
  })
  log.read(child.stdout)
  log.read(child.stderr)
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    // Not before all that it said was read.
    child.on('close', (code, signal) => resolve({ code, signal }))
  })

  async function serves(): Promise<void> {
    await log.waitFor('Steward is running')
    if (!roles.includes('web')) return
    while (child.exitCode === null && child.signalCode === null && !(await answers(port))) await wait(50)
  }

  return {
    port,
    pid: child.pid ?? 0,
    roles,
    log,
    ended,
    async ready() {
      const late = new AbortController()
      try {
        await Promise.race([
          serves(),
          ended.then(({ code, signal }) => Promise.reject(failure(`ended with ${code ?? signal}`, log))),
          wait(longestStart, undefined, { signal: late.signal }).then(() =>
            Promise.reject(failure('was not ready in time', log)),
          ),
        ])
      } finally {
        late.abort()
      }
    },
    async kill(signal = 'SIGKILL') {
      child.kill(signal)
      await ended
    },
  }
}
