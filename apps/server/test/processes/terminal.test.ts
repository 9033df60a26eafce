import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startEmbedded } from '../../src/platform/db/embedded.ts'

const root = join(import.meta.dirname, '../../../..')
const login = { username: 'admin@example.com', password: 'Harbour-lights-42' }

/** As `npm start` runs the server, but for what it installs and builds. */
const program = `
  import { main, run } from ${JSON.stringify(pathToFileURL(join(root, 'scripts/lib/run.mjs')).href)}
  await main(() => run(process.execPath, process.argv.slice(1), {}, { ownGroup: true }))`

let dataDir: string
let started: ChildProcess
let output: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'steward-terminal-'))
})
afterEach(async () => {
  if (hasEnded()) return
  signalGroup('SIGKILL')
  await databaseEnds()
})
afterAll(async () => {
  // Where a test failed, the database may run still; anyone who starts it next takes it over.
  await endDatabase()
  await rm(dataDir, { recursive: true, force: true })
})

const parameters = ['--input-type=module', '-e', program, '--', join(root, 'apps/server/src/main.ts')]

/** Starts a group of processes, as a shell makes one of what runs on its terminal. */
function begin(environment: NodeJS.ProcessEnv = {}, command = [process.execPath, ...parameters]): void {
  output = ''
  const [file = '', ...given] = command
  started = spawn(file, given, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      PORT: '0',
      ADMIN_EMAIL: login.username,
      ADMIN_PASSWORD: login.password,
      DEMO: 'off',
      LOG_LEVEL: 'error',
      ...environment,
    },
  })
  for (const stream of [started.stdout, started.stderr]) {
    stream?.on('data', (piece: Buffer) => void (output += piece.toString()))
  }
}

/** Starts it, and gives where it answers. */
async function start(...how: Parameters<typeof begin>): Promise<string> {
  begin(...how)
  const address = () => /Steward is running at (\S+)/.exec(output)?.[1]
  await expect.poll(() => address() ?? hasEnded(), { timeout: 50_000 }).toBeTruthy()
  expect(hasEnded(), output).toBe(false)
  return address() as string
}

const hasEnded = () => started.exitCode !== null || started.signalCode !== null
const signalGroup = (signal: NodeJS.Signals) => process.kill(-(started.pid as number), signal)

async function endOf(): Promise<number | null> {
  if (!hasEnded()) await once(started, 'exit')
  return started.exitCode
}

const databaseRuns = () => existsSync(join(dataDir, 'postgres/postmaster.pid'))
const databaseEnds = () => expect.poll(databaseRuns, { timeout: 20_000, interval: 100 }).toBe(false)

async function endDatabase(): Promise<void> {
  await (await startEmbedded(dataDir)).stop()
}

/** That PostgreSQL was shut down in order, as it notes it itself. */
async function expectDatabaseInOrder(): Promise<void> {
  expect(databaseRuns()).toBe(false)
  const control = await readFile(join(dataDir, 'postgres/global/pg_control'))
  expect(control.readInt32LE(16)).toBe(1)
}

const answersAt = (address: string) =>
  fetch(`${address}/healthz`).then(
    () => true,
    () => false,
  )

/** A call whose second half has still to be sent. */
async function beginCall(
  address: string,
): Promise<{ call: ClientRequest; rest: string; answered: Promise<IncomingMessage> }> {
  const body = JSON.stringify({ ...login, remember: false })
  const call = request(`${address}/api/identity/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  })
  const answered = once(call, 'response').then(([answer]) => answer as IncomingMessage)
  // Who waits for the answer is notified of a line that broke.
  answered.catch(() => undefined)
  call.write(body.slice(0, 10))
  await once(call, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'))
  // A later one was answered: the beginning of this one is there.
  expect(await answersAt(address)).toBe(true)
  return { call, rest: body.slice(10), answered }
}

it('Ctrl+C lets calls end, and then the database, however often it is passed on', async () => {
  const address = await start()
  const { call, rest, answered } = await beginCall(address)
  signalGroup('SIGINT')
  // npm passes on what the terminal has told everyone.
  started.kill('SIGINT')
  await expect.poll(() => answersAt(address), { timeout: 10_000, interval: 50 }).toBe(false)
  call.end(rest)
  const answer = await answered
  answer.resume()
  expect(answer.statusCode).toBe(200)
  expect(await endOf(), output).toBe(0)
  await expectDatabaseInOrder()
  expect(output).not.toMatch(/error|stopped late|cut off/i)
})

it('Ctrl+C that is pressed once more ends it at once, when that is meant', async () => {
  const { call } = await beginCall(await start())
  const since = performance.now()
  const pressing = setInterval(() => signalGroup('SIGINT'), 100)
  const code = await endOf().finally(() => clearInterval(pressing))
  const took = performance.now() - since
  call.destroy()
  // A press that comes while it exits finds no handler any more.
  expect([1, 'SIGINT']).toContain(code ?? started.signalCode)
  expect(took).toBeGreaterThan(900)
  expect(took).toBeLessThan(10_000)
  // It had no time to end its database.
  await endDatabase()
})

it('a terminal that is closed stops it in order', async () => {
  await start()
  signalGroup('SIGHUP')
  expect(await endOf(), output).toBe(0)
  await expectDatabaseInOrder()
})

it('stops in order when what started it is killed', async () => {
  const address = await start()
  signalGroup('SIGKILL')
  expect(await endOf()).toBeNull()
  await databaseEnds()
  await expectDatabaseInOrder()
  await expect.poll(() => answersAt(address)).toBe(false)
})

it('stops in order when the shell of npm is told to stop, and tells nobody', async () => {
  // It waits for what it began, since there is something left to do for it.
  const shell = ['sh', '-c', '"$0" "$@"; exit $?', process.execPath, ...parameters]
  const address = await start({ npm_lifecycle_event: 'start' }, shell)
  started.kill('SIGTERM')
  await endOf()
  await databaseEnds()
  await expectDatabaseInOrder()
  await expect.poll(() => answersAt(address)).toBe(false)
})

it('a fault that nothing caught is told, without what hangs on it, and stops everything in order', async () => {
  const sign = join(dataDir, 'fault')
  const fault = `import { existsSync } from 'node:fs'
    const isServer = !process.execArgv.includes('-e')
    const timer = isServer && setInterval(() => {
      if (!existsSync(${JSON.stringify(sign)})) return
      clearInterval(timer)
      throw Object.assign(new Error('Nobody saw it come'), { client: 'KEPT'.toLowerCase() })
    }, 50)`
  const module = `data:text/javascript,${encodeURIComponent(fault)}`
  await start({ NODE_OPTIONS: `--import=${module}` })
  await writeFile(sign, '')
  expect(await endOf()).toBe(1)
  const line = output.split('\n').find((one) => one.includes('Nobody saw it come')) ?? ''
  expect(JSON.parse(line)).toMatchObject({
    level: 60,
    msg: 'a fault that nothing caught ends this process',
    err: { message: 'Nobody saw it come', stack: expect.stringContaining('    at ') },
  })
  expect(output).not.toContain('kept')
  await databaseEnds()
  await expectDatabaseInOrder()
  await rm(sign)
})

it('a start that fails stops its database, and says which variable was wrong', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  for (const name of ['PORT', 'OPERATIONS_PORT']) {
    begin({ [name]: String(port) })
    expect(await endOf(), output).toBe(1)
    expect(output).toContain(`${name}: Another program is using 127.0.0.1:${port}.`)
    await expectDatabaseInOrder()
  }
  other.close()
})

it('stops in order while it starts', async () => {
  begin()
  await expect.poll(databaseRuns, { timeout: 20_000, interval: 10 }).toBe(true)
  signalGroup('SIGINT')
  expect(await endOf(), output).toBe(0)
  await expectDatabaseInOrder()
  expect(output).not.toContain('Steward')
})

it('a key that is made anew for an instance that has one is told, and a worker that stopped in order is not', async () => {
  const warnings = { LOG_LEVEL: 'warn' }
  await start(warnings)
  signalGroup('SIGTERM')
  expect(await endOf(), output).toBe(0)
  await rm(join(dataDir, 'secret-key'))
  await start(warnings)
  expect(output).toContain('a new secret key was made, for an instance that had another one')
  expect(output).not.toContain('a worker is gone')
  signalGroup('SIGTERM')
  expect(await endOf(), output).toBe(0)
})
