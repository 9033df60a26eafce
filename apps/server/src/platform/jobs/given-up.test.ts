import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { createLoadAverage } from '../pace/load-average.ts'
import { createJobThrottle } from '../pace/job-throttle.ts'
import { forgetGivenUp } from './given-up.ts'
import { startTasks } from './jobs.fixture.ts'
import { addJob, runJobs, type Task } from './jobs.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const owner = () => app.application.platform.database.owner

interface JobRow {
  key: string | null
  attempts: number
}

async function jobsLeft(): Promise<JobRow[]> {
  const { rows } = await owner().query<JobRow>(
    `select key, attempts from graphile_worker.jobs where task_identifier = 'test.replaced' order by id`,
  )
  return rows
}

it('keeps no job that failed after it was added anew, and does the new one', async () => {
  const { database } = app.application.platform
  const db = database.tenant(app.tenantId)
  const add = (turn: number) =>
    addJob(db, { task: 'test.replaced', payload: { tenantId: app.tenantId, turn }, key: 'test.replaced' })
  const done: number[] = []
  const task: Task = async (payload) => {
    const { turn } = payload as { turn: number }
    if (turn === 1) {
      await add(2)
      throw new Error('Its time is over')
    }
    done.push(turn)
  }
  await add(1)
  const worker = await startTasks(app, { 'test.replaced': task }, { concurrency: 2 })
  await expect.poll(() => done, { timeout: 10_000 }).toEqual([2])
  await expect.poll(jobsLeft).toEqual([])
  await worker.stop()
})

it('tries a job again that failed and was not added anew', async () => {
  const { database } = app.application.platform
  let tries = 0
  const task: Task = async () => {
    tries += 1
    throw new Error('Not now')
  }
  const payload = { tenantId: app.tenantId }
  await addJob(database.tenant(app.tenantId), { task: 'test.replaced', payload, key: 'test.replaced' })
  const rests = createJobThrottle(createLoadAverage(), async () => 0)
  const log = pino({ level: 'silent' })
  const worker = await runJobs(
    database,
    { 'test.replaced': task },
    { log, crontab: '', concurrency: 2, rests },
  )
  await expect.poll(() => tries).toBe(1)
  await wait(200)
  expect(await jobsLeft()).toEqual([{ key: 'test.replaced', attempts: 1 }])
  await worker.stop()
})

it('forgets what was given up 90 days ago, and nothing that is younger or waits', async () => {
  await owner().query('delete from graphile_worker._private_jobs')
  await owner().query(
    `select graphile_worker.add_job('test.replaced', '{}', job_key => key, max_attempts => 3)
     from unnest('{old,young,waits}'::text[]) as key`,
  )
  await owner().query(
    `update graphile_worker._private_jobs set attempts = case key when 'waits' then 2 else 3 end,
       updated_at = now() - make_interval(days => case key when 'young' then 89 else 91 end)`,
  )
  expect(await forgetGivenUp(owner())).toBe(1)
  expect((await jobsLeft()).map(({ key }) => key)).toEqual(['young', 'waits'])
})
