import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { addJob } from './jobs.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

it('adds a job while a worker takes the waiting one with the same key', async () => {
  const { owner, tenant } = app.application.platform.database
  const add = () =>
    addJob(tenant(app.tenantId), {
      task: 'test.taken',
      payload: { tenantId: app.tenantId },
      key: 'test.taken',
    })
  await add()
  const worker = await owner.connect()
  try {
    await worker.query('begin')
    const { rows } = await worker.query<{ pid: number }>(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test', attempts = attempts + 1
       where key = 'test.taken' returning pg_backend_pid() as pid`,
    )
    const adding = add()
    const isWaiting = async () => {
      const waiting = await owner.query(
        'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid)) limit 1',
        [rows[0]?.pid],
      )
      return waiting.rowCount
    }
    await expect.poll(isWaiting).toBe(1)
    await worker.query('commit')
    await adding
  } finally {
    worker.release()
  }
  const { rows } = await owner.query<{ key: string | null; isTaken: boolean }>(
    `select key, locked_at is not null as "isTaken" from graphile_worker.jobs
     where task_identifier = 'test.taken' order by id`,
  )
  expect(rows).toEqual([
    { key: null, isTaken: true },
    { key: 'test.taken', isTaken: false },
  ])
})
