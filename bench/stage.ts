import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import serverFlags from '../scripts/lib/server-flags.json' with { type: 'json' }
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts'
import { once, type Target } from './load.ts'
import {
  customFields,
  fillIdeal,
  fillSteward,
  mixedRates,
  type BenchField,
  type Scale,
  type TenantSetup,
} from './workload.ts'

const root = join(import.meta.dirname, '..')
/** Of the administrator as whom the bench works. */
export const credentials = { username: 'bench@example.com', password: 'Harbour-lights-42' }

export interface Stage {
  url: string
  client: pg.Client
  steward: Target & { process: ChildProcess }
  setup: TenantSetup
  databasePid: number
  dataDir: string
  /** Starts the floor's server with these statements. */
  startFloor(statements: readonly object[]): Promise<Target>
  clear(): Promise<void>
}

/** Compiled code is kept, as it is when Steward is started. */
const compiled = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(root, '.cache/node') }

/** Runs a script under this Node and waits for the port that it prints or is given. */
function launch(script: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [...serverFlags, join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...compiled, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Asks a process to end, and waits until it has. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

async function firstMatch(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = pattern.exec(text)?.[1]
      if (found) resolve(found)
    })
    child.on('exit', (code) => reject(new Error(`It ended with ${code}: ${text}`)))
  })
}

/** Starts a program of the bench, and reads the port that it prints. */
export async function startProgram(script: string, args: string[] = []) {
  const child = launch(script, args)
  const port = Number(await firstMatch(child, /^(\d+)\n/))
  return { port, stop: () => endProcess(child) }
}

/** Runs a program of the bench to its end; gives what it printed. */
export async function runProgram(script: string, args: string[]): Promise<string> {
  const child = launch(script, args)
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve))
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${text}`)
  return text
}

export async function startSteward(
  url: string,
  dataDir: string,
  databasePid: number,
  environment: NodeJS.ProcessEnv = {},
): Promise<Stage['steward']> {
  const child = launch('apps/server/src/main.ts', [], {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    // Calls that are limited by address come from addresses of their own.
    TRUSTED_PROXIES: 'loopback',
    ADMIN_EMAIL: credentials.username,
    ADMIN_PASSWORD: credentials.password,
    ...environment,
  })
  const port = Number(await firstMatch(child, /localhost:(\d+)/))
  const target: Target = { port, pids: [child.pid ?? 0, databasePid], headers: {} }
  await staySignedIn(target)
  return { ...target, process: child }
}

/** Minutes after which fresh tokens are fetched; they are good for five. */
const refreshMinutes = 4

interface Tokens {
  data: { token: string; refreshToken: string }
}

/** Signs in, and keeps the headers of the target good for as long as the process lives. */
async function staySignedIn(target: Target): Promise<void> {
  const ask = async (path: string, body: object): Promise<string> => {
    const { data } = (await once(target, { method: 'POST', path, body })) as Tokens
    target.headers['authorization'] = `Bearer ${data.token}`
    return data.refreshToken
  }
  let refreshToken = await ask('/api/identity/sign-in', credentials)
  const refresh = async () => {
    refreshToken = await ask('/api/identity/refresh', { refreshToken })
  }
  setInterval(() => void refresh().catch(() => undefined), refreshMinutes * 60_000).unref()
}

interface MadeField {
  data: { customColumnId: number; dataType: string; picklistDefinition: { id: number }[] }
}

async function createFields(target: Target): Promise<BenchField[]> {
  const fields: BenchField[] = []
  for (const field of customFields) {
    const made = (await once(target, {
      method: 'POST',
      path: '/api/core/fields',
      body: { ...field, columnLevel: 'account' },
    })) as MadeField
    const { customColumnId, dataType, picklistDefinition } = made.data
    fields.push({ id: customColumnId, dataType, options: picklistDefinition.map((option) => option.id) })
  }
  return fields
}

/** Makes the currencies of the workload active, with their rates. */
async function readCurrencies(client: pg.Client): Promise<number[]> {
  const ids: number[] = []
  for (const [code, rate] of Object.entries(mixedRates)) {
    const { rows } = await client.query(
      'update currency_definition set is_active = true where code = $1 returning tenant_id, currency_definition_id as id',
      [code],
    )
    await client.query(
      `insert into effective_rate (tenant_id, currency_definition_id, to_base, rate_date, month)
       values ($1, $2, $3, '2026-04-13', '2026-04-01') on conflict do nothing`,
      [rows[0].tenant_id, rows[0].id, rate],
    )
    ids.push(rows[0].id)
  }
  return ids
}

async function readSetup(client: pg.Client, fields: BenchField[]): Promise<TenantSetup> {
  const [user] = (await client.query('select tenant_id, user_id from app_user limit 1')).rows
  const currencyIds = await readCurrencies(client)
  // Ten stages of accounts, as many as a large board has columns.
  await client.query(`insert into lifecycle_stage (tenant_id, level, display_name, position)
    select ${user.tenant_id}, 2, 'Stage ' || i, i from generate_series(6, 10) i`)
  const stages = (
    await client.query('select level, array_agg(stage_id) as ids from lifecycle_stage group by level')
  ).rows
  const idsOf = (level: number): number[] => stages.find((row) => row.level === level).ids
  return {
    tenantId: user.tenant_id,
    userId: user.user_id,
    currencyIds,
    stages: { 1: idsOf(1), 2: idsOf(2), 3: idsOf(3) },
    fields,
  }
}

/** Starts a database and Steward on it, and fills both Steward's tables and the ideal ones. */
export async function setStage(scale: Scale): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-bench-'))
  // Statements are explained from what connections ran last, whole.
  const database = await startEmbedded(folder, ['track_activity_query_size=64kB'])
  const databasePid = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // What is filled in here has been there for long: no trigger tells jobs of it.
  await client.query('set session_replication_role = replica')
  const floors: ChildProcess[] = []
  const clearDatabase = async () => {
    await client.end()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const steward = await startSteward(database.url, folder, databasePid).catch(async (error: unknown) => {
    await clearDatabase()
    throw error
  })
  const setup = await readSetup(client, await createFields(steward))
  await fillSteward(client, setup, scale)
  await fillIdeal(client, setup)
  return {
    url: database.url,
    client,
    steward,
    setup,
    databasePid,
    dataDir: folder,
    async startFloor(statements) {
      const child = launch('bench/floor-server.ts', [database.url, JSON.stringify(statements)])
      floors.push(child)
      const port = Number(await firstMatch(child, /^(\d+)\n/))
      return { port, pids: [child.pid ?? 0, databasePid], headers: {} }
    },
    async clear() {
      // The database goes last: a server that is still ending would complain.
      await Promise.all([...floors, steward.process].map(endProcess))
      await clearDatabase()
    },
  }
}
