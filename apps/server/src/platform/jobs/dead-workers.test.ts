import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { WorkerEventMap } from 'graphile-worker'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { announceWorkers, freeDeadWorkers, releaseDeadWorkers, type Announcement } from './dead-workers.ts'

const log = pino({ level: 'silent' })

let app: TestApp
let owner: pg.Pool
let proxy: Server
/** The ends of connections at the database. */
let atDatabase: Socket[]
let announced: Announcement
let lost: ReturnType<typeof vi.fn<() => void>>

beforeAll(async () => {
  app = await startTestApp()
  owner = app.application.platform.database.owner
})
afterAll(() => app.stop())

/** A line to the database that can be cut so that only the database is notified of it. */
async function openProxy(): Promise<string> {
  const url = new URL(app.application.platform.database.url)
  const target = { port: Number(url.port), host: url.hostname }
  proxy = createServer((near) => {
    const far = connect(target)
    atDatabase.push(far)
    near.on('data', (bytes) => void (far.destroyed || far.write(bytes)))
    far.on('data', (bytes) => void near.write(bytes))
    near.on('close', () => far.destroy())
    for (const socket of [near, far]) socket.on('error', () => undefined)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  url.port = String((proxy.address() as AddressInfo).port)
  return url.href
}

beforeEach(async () => {
  atDatabase = []
  lost = vi.fn<() => void>()
  announced = await announceWorkers(await openProxy(), lost)
  announced.events.emit('pool:create', {
    workerPool: { id: 'alive' },
  } as WorkerEventMap['pool:create'])
  await expect.poll(workersOf).toEqual(['alive'])
  await owner.query(`select graphile_worker.add_job('bulk.tidy', job_key => 'held')`)
  await owner.query(`update graphile_worker._private_jobs set locked_by = 'alive', locked_at = now()`)
})
afterEach(async () => {
  await announced.withdraw()
  proxy.close()
  await owner.query('delete from worker_process')
  await owner.query('delete from graphile_worker._private_jobs')
})

async function workersOf(): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>('select unnest(worker_ids) as id from worker_process')
  return rows.map(({ id }) => id)
}

async function isHeld(): Promise<boolean> {
  const { processId } = announced.ownEntry()
  const { rowCount } = await owner.query(
    `select from pg_locks join worker_process on process_id = objid::bigint
     where locktype = 'advisory' and classid = 7370 and objid = $1::oid and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [processId],
  )
  return rowCount === 1
}

async function jobHolder(): Promise<string | null> {
  const { rows } = await owner.query<{ by: string | null }>(
    'select locked_by as by from graphile_worker._private_jobs',
  )
  return rows[0]?.by ?? null
}

/** The database takes the process for lost, and that receives nothing of it. */
async function cutSilently(): Promise<void> {
  for (const socket of atDatabase) socket.destroy()
  await expect.poll(isHeld).toBe(false)
}

const look = (suspected: ReadonlySet<number>) =>
  releaseDeadWorkers(owner, log, suspected, announced.ownEntry())

it('a process that was cut off without being told keeps its jobs, and announces itself anew', async () => {
  await cutSilently()
  expect(lost).not.toHaveBeenCalled()
  await look(await look(new Set()))
  await expect.poll(() => lost.mock.calls.length).toBe(1)
  await expect.poll(isHeld, { timeout: 5000 }).toBe(true)
  expect(await jobHolder()).toBe('alive')
  expect(await workersOf()).toEqual(['alive'])
})

it('a process whose entry another one took away writes itself down again', async () => {
  const { processId } = announced.ownEntry()
  await cutSilently()
  // As another worker looks, twice.
  const suspected = await releaseDeadWorkers(owner, log, new Set())
  expect([...suspected]).toEqual([processId])
  await releaseDeadWorkers(owner, log, suspected)
  expect(await workersOf()).toEqual([])
  await look(new Set())
  await expect.poll(() => lost.mock.calls.length).toBe(1)
  await expect.poll(workersOf, { timeout: 5000 }).toEqual(['alive'])
  await expect.poll(isHeld).toBe(true)
})

it('a process that stops leaves its entry only where it holds a job, which others free', async () => {
  const other = await announceWorkers(app.application.platform.database.url, () => undefined)
  await other.withdraw()
  expect(await workersOf()).toEqual(['alive'])
  await announced.withdraw()
  expect(await workersOf()).toEqual(['alive'])
  await expect.poll(isHeld).toBe(false)
  await releaseDeadWorkers(owner, log)
  expect([await jobHolder(), await workersOf()]).toEqual([null, []])
})

it('a process that is known keeps its connection, and is not freed by others', async () => {
  await look(await look(new Set()))
  const client = await owner.connect()
  const { freed, found } = await freeDeadWorkers(client)
  client.release()
  expect([freed, [...found]]).toEqual([[], []])
  expect(lost).not.toHaveBeenCalled()
  expect(await jobHolder()).toBe('alive')
})
