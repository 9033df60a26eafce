import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import { create } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { columns, ended, none, preview, type ImportInput } from './bulk.fixture.ts'
import { createBulkJobs } from './bulk.jobs.ts'
import { runJob } from './bulk.run.ts'
import type { BulkNeighbours } from './bulk.setup.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const never = new AbortController().signal

async function inputOf(file: string): Promise<ImportInput> {
  const uploadId = await upload(app, admin, 'order.csv', file)
  return {
    level: 'account',
    config: { uploadId, columns: columns('externalId', 'name'), key: ['externalId'] },
  }
}

async function start(file: string): Promise<number> {
  const input = await inputOf(file)
  return (await admin.post('core/entity/bulk', { type: 'entityBulkUpload', ...input })).body.data.jobId
}

async function nameOf(externalId: string): Promise<string> {
  const found = await admin.get(`core/entity?levels=account&externalId=${externalId}`)
  return (await admin.get(`core/accounts/${found.body.data[0].id}`)).body.data.globalFields.name
}

/** The modules below, of which one fails whenever it is asked. */
function failing(error: Error): BulkNeighbours {
  const { modules } = app.application
  const context = async () => {
    throw error
  }
  return { ...modules, records: { ...modules.records, context } } as unknown as BulkNeighbours
}

/** The task that works on jobs, on modules of which one fails where an error is given. */
function taskOn(error?: Error): Task {
  if (error) return createBulkJobs(app.application.platform, failing(error)).tasks['bulk.run']
  const { modules } = app.application.modules
  return modules.flatMap(({ tasks }) => tasks?.['bulk.run'] ?? [])[0] as Task
}

const attempt = (task: Task, jobId: number): Promise<void> =>
  task({ tenantId: app.tenantId, jobId }, { signal: never, log: app.application.platform.log })

/** When the queue has a job next, in seconds from now; undefined where it has none in hand. */
async function dueIn(jobId: number): Promise<number | undefined> {
  const { rows } = await app.application.platform.database.owner.query<{ seconds: number }>(
    `select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs
     where key = $1 and attempts < max_attempts`,
    [`bulk.run:${app.tenantId}:${jobId}`],
  )
  return rows[0]?.seconds
}

/** As the storage of files says that it is overloaded. */
const slowDown = () => Object.assign(new Error('SlowDown'), { $metadata: { httpStatusCode: 503 } })

describe('an attempt that fails', () => {
  it('is followed by another soon where the fault passes, until that has lasted for half an hour', async () => {
    const jobId = await start('k,n\npass,Passing\n')
    const task = taskOn(new Error('Unable to read', { cause: slowDown() }))
    for (const minutes of [0, 10, 19]) {
      app.clock.advance(minutes * 60_000)
      await attempt(task, jobId)
      expect((await admin.get(`core/entity/bulk/${jobId}`)).body.data).toMatchObject({ state: 20 })
      const seconds = await dueIn(jobId)
      expect(seconds).toBeGreaterThan(5)
      expect(seconds).toBeLessThanOrEqual(10)
    }
    app.clock.advance(60_000)
    await attempt(task, jobId)
    expect(await ended(admin, jobId)).toMatchObject({
      state: 30,
      failure: expect.stringMatching(/were not available.*Start the import again/),
    })
  })

  it('leaves a stop that was asked for', async () => {
    const jobId = await start('k,n\nstop,Stopped\n')
    await attempt(taskOn(slowDown()), jobId)
    await admin.post(`core/entity/bulk/${jobId}/stop`)
    expect(await dueIn(jobId)).toBeLessThanOrEqual(0)
    await attempt(taskOn(), jobId)
    expect(await ended(admin, jobId)).toMatchObject({ state: 30, failure: null, counts: none })
  })

  it('ends an undo so that it can be asked for again', async () => {
    const jobId = await start('k,n\nback,Back\n')
    await runJob(app.application.platform, app.application.modules, app.tenantId, jobId, never)
    await admin.post(`core/entity/bulk/${jobId}/undo`)
    await attempt(taskOn(new Error('no such thing')), jobId)
    const stopped = await ended(admin, jobId)
    const failure = 'Something went wrong. What was reverted stays so; undo again for the rest.'
    expect(stopped.undo).toEqual({ state: 30, undone: 0, kept: 0, failure })
    const { changeSetId } = stopped
    const early = await admin.post(`core/change-sets/${changeSetId}/undo`)
    expect(early).toMatchObject({ status: 409 })
    expect((await admin.post(`core/entity/bulk/${jobId}/undo`)).status).toBe(200)
    await attempt(taskOn(), jobId)
    expect((await ended(admin, jobId)).undo).toEqual({ state: 40, undone: 1, kept: 0 })
  })
})

it('a job that nobody has in hand any more is taken up', async () => {
  const lost = await start('k,n\nlost,Lost\n')
  const waiting = await start('k,n\nbehind,Behind\n')
  await app.application.platform.database.owner.query(
    'update graphile_worker._private_jobs set attempts = max_attempts where key = $1',
    [`bulk.run:${app.tenantId}:${lost}`],
  )
  const due = await dueIn(waiting)
  expect(await dueIn(lost)).toBeUndefined()
  const takeUp = app.application.modules.modules.flatMap(
    ({ tasks }) => tasks?.['bulk:take-up'] ?? [],
  )[0] as Task
  await takeUp({}, { signal: never, log: app.application.platform.log })
  expect(await dueIn(lost)).toBeLessThanOrEqual(0)
  expect(await dueIn(waiting)).toBeLessThan(due as number)
  await attempt(taskOn(), lost)
  await attempt(taskOn(), waiting)
  expect(await nameOf('behind')).toBe('Behind')
})

describe('jobs that write', () => {
  it('go one after the other as they were asked for, and an undo after those before it', async () => {
    const first = await start('k,n\nsame,First\nother,Other\n')
    await runJob(app.application.platform, app.application.modules, app.tenantId, first, never)
    const jobs: number[] = []
    for (const at of [1, 2, 3, 4, 5, 6]) jobs.push(await start(`k,n\nsame,From job ${at}\n`))
    expect((await admin.post(`core/entity/bulk/${first}/undo`)).status).toBe(200)
    await app.application.startWorker()
    const done = await Promise.all([...jobs, first].map((jobId) => ended(admin, jobId)))
    const ends = done.slice(0, -1).map(({ finishedAt }) => Date.parse(String(finishedAt)))
    expect(ends).toEqual(ends.toSorted((a, b) => a - b))
    expect(await nameOf('same')).toBe('From job 6')
    // Six jobs had changed one of the two by the time of the undo.
    expect(done.at(-1)?.undo).toEqual({ state: 40, undone: 1, kept: 1 })
  })

  it('leave a preview as it is that another runner has ended', async () => {
    const seen = await preview(admin, await inputOf('k,n\np1,One\np2,Two\n'))
    expect(seen.counts).toEqual({ ...none, create: 2 })
    await runJob(app.application.platform, app.application.modules, app.tenantId, seen.jobId, never)
    const { data } = (await admin.get(`core/entity/bulk/${seen.jobId}`)).body
    expect(data).toMatchObject({ state: 40, counts: seen.counts })
    const rows = await admin.get(`core/entity/bulk/${seen.jobId}/rows?outcome=create`)
    expect(rows.body.data).toHaveLength(2)
  })
})

it('a batch gives way to whoever needs what it holds and holds what the one before needs', async () => {
  const organization = await create(admin, 'organizations', { name: 'Ring' })
  const many = Array.from({ length: 2000 }, (_, at) => `ring${at},Ring ${at}`)
  await ended(admin, await start(`k,n\n${many.join('\n')}\n`))
  const found = await admin.get('core/entity?levels=account&externalId=ring1700')
  const other = found.body.data[0].id as number
  const uploadId = await upload(
    app,
    admin,
    'ring.csv',
    `k,n,o\n${many.map((row, at) => (at < 1000 ? `${row},Ring` : `${row}!,`)).join('\n')}\n`,
  )
  const client = await app.application.platform.database.owner.connect()
  try {
    const lock = (recordId: number) =>
      client.query('select from record where tenant_id = $1 and record_id = $2 for update', [
        app.tenantId,
        recordId,
      ])
    await client.query('begin')
    await lock(organization)
    const { body } = await admin.post('core/entity/bulk', {
      type: 'entityBulkUpload',
      level: 'account',
      config: { uploadId, columns: columns('externalId', 'name', 'organization'), key: ['externalId'] },
    })
    // The second batch holds its records soon, and then waits in the process for the first.
    for (let held = false; !held; await new Promise((resolve) => setTimeout(resolve, 50))) {
      const free = await app.application.platform.database.owner.query(
        'select from record where tenant_id = $1 and record_id = $2 for update skip locked',
        [app.tenantId, other],
      )
      held = free.rowCount === 0
    }
    await lock(other)
    await client.query('commit')
    expect((await ended(admin, body.data.jobId)).counts).toEqual({ ...none, update: 2000 })
  } finally {
    client.release()
  }
}, 60_000)
