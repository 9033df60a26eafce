import pg from 'pg'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Application } from '../../src/application.ts'
import { runJobs } from '../../src/platform/jobs/jobs.ts'
import { createLoadAverage } from '../../src/platform/pace/load-average.ts'
import { createJobThrottle } from '../../src/platform/pace/job-throttle.ts'
import { asOnlyRunner } from '../../src/modules/bulk/bulk-lock.store.ts'
import { define, formula } from '../../src/modules/calculation/calculation.fixture.ts'
import { ended } from '../../src/modules/bulk/bulk.fixture.ts'
import { startAnother } from '../another-process.ts'
import { startTestApp, type Client, type TestApp } from '../harness.ts'

let test: TestApp
let admin: Client
const others: Application[] = []

beforeAll(async () => {
  test = await startTestApp()
  admin = await test.as('administrator')
})
afterEach(async () => {
  for (const other of others.splice(0)) await other.close()
})
afterAll(() => test.stop())

/** Another process, which does not work yet. */
async function prepareWorker(): Promise<Application> {
  const other = await startAnother(test)
  others.push(other)
  return other
}

async function startWorker(): Promise<Application> {
  const other = await prepareWorker()
  await other.startWorker()
  return other
}

async function startImport(rows: number, name: string): Promise<number> {
  const data = Array.from({ length: rows }, (_, at) => ({ name: `${name} ${at}` }))
  const body = { type: 'entityBulkUpload', level: 'organization', config: { columns: [], key: [] }, data }
  return (await admin.post('core/entity/bulk', body)).body.data.jobId
}

const owner = () => test.application.platform.database.owner
const jobOf = async (jobId: number) => (await admin.get(`core/entity/bulk/${jobId}`)).body.data

describe('jobs of several workers', () => {
  it('go on with another worker when one of them stops', async () => {
    const first = await startWorker()
    const second = await prepareWorker()
    const jobId = await startImport(10_000, 'Stopped')
    await expect
      .poll(async () => (await jobOf(jobId)).rowsRead, { interval: 5, timeout: 20_000 })
      .toBeGreaterThan(0)
    // Nothing that takes long comes between: the first one must stop in the midst of the import.
    const starting = second.startWorker()
    others.splice(0, 1)
    await first.close()
    expect((await jobOf(jobId)).state).toBe(20)
    await starting
    const job = await ended(admin, jobId)
    expect(job).toMatchObject({ state: 40, rowsRead: 10_000, counts: { create: 10_000 } })
  })

  it('are freed by those who live when a worker is killed', async () => {
    await startWorker()
    const jobId = await startImport(10, 'Killed')
    await ended(admin, jobId)
    // As a killed process leaves it: locked in the name of a worker whose lock is gone. Together one transaction.
    await owner().query(
      `select graphile_worker.add_job('bulk.tidy', queue_name => 'held', run_at => now() + interval '1 hour');
       update graphile_worker._private_job_queues set locked_by = 'gone', locked_at = now()
         where queue_name = 'held';
       update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now(), run_at = now()
         where job_queue_id = (select id from graphile_worker._private_job_queues where queue_name = 'held');
       insert into worker_process (worker_ids) values ('{gone}')`,
    )
    const heldJobs = `select id from graphile_worker._private_jobs where locked_by = 'gone'`
    const held = (await owner().query(heldJobs)).rows.map(({ id }) => id)
    expect(held).toHaveLength(1)
    const left = async () =>
      (await owner().query('select 1 from graphile_worker._private_jobs where id = any ($1)', [held]))
        .rowCount
    await expect.poll(left, { timeout: 60_000 }).toBe(0)
  }, 90_000)

  it('stay with a worker that lost the database for a moment', async () => {
    await startWorker()
    const entries = async () => (await owner().query('select process_id from worker_process')).rows
    const before = await entries()
    const cut = await owner().query(
      `select pid, pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'steward-worker' and datname = current_database()`,
    )
    expect(cut.rowCount).toBe(1)
    // It locks its place again from another connection.
    const lockedBy = async () =>
      (
        await owner().query(
          `select pid from pg_locks where locktype = 'advisory' and classid = 7370 and objid = $1 and granted
             and database = (select oid from pg_database where datname = current_database())`,
          [before[0].process_id],
        )
      ).rows.map(({ pid }) => pid)
    await expect.poll(lockedBy).toEqual([expect.not.toBeOneOf(cut.rows.map(({ pid }) => pid))])
    expect(await entries()).toEqual(before)
  })
})

describe('schedules', () => {
  it('are followed once, however many workers there are, also for what was missed', async () => {
    const { database, log } = test.application.platform
    // Known for ten minutes, and last followed four and a half minutes ago.
    await owner().query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       values ('count', now() - interval '10 minutes', date_trunc('minute', now()) - interval '4 minutes')`,
    )
    const runs: string[] = []
    const tasks = {
      count: async (payload: unknown) => void runs.push(JSON.stringify(payload)),
    }
    const crontab = '* * * * * count ?fill=5m'
    const rests = createJobThrottle(createLoadAverage(), async () => 0)
    const workers = await Promise.all(
      [1, 2, 3].map(() => runJobs(database, tasks, { log, crontab, concurrency: 2, rests })),
    )
    await expect.poll(() => runs.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
    await wait(3000)
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(new Set(runs).size).toBe(runs.length)
  })
})

describe('an import that runs', () => {
  it('does not keep anybody from defining a calculated field', async () => {
    const { url } = test.application.platform.database
    const running = Promise.withResolvers<void>()
    const job = asOnlyRunner(
      url,
      { tenantId: test.tenantId, jobId: 1, preview: false },
      () => running.promise,
    )
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await expect
      .poll(
        async () =>
          (
            await client.query(
              `select 1 from pg_locks where locktype = 'advisory' and classid = 7377 and objid = $1
                 and database = (select oid from pg_database where datname = current_database())`,
              [test.tenantId],
            )
          ).rowCount,
      )
      .toBe(1)
    await client.end()
    const defined = define(admin, formula('account', 'twice', 'number', '2 * 21'))
    const first = await Promise.race([defined.then(() => 'defined'), wait(5000, 'waits')])
    running.resolve()
    await Promise.all([job, defined])
    expect(first).toBe('defined')
  })
})
