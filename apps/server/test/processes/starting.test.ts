import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAnother } from '../another-process.ts'
import { startTestApp, type TestApp } from '../harness.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

/** The connections that processes hold to work on jobs. */
async function workerConnections(): Promise<number> {
  const { rows } = await test.application.platform.database.owner.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and application_name = 'steward-worker'`,
  )
  return rows[0]?.n ?? 0
}

it('a worker that is told to stop while it starts works on nothing', async () => {
  const other = await startAnother(test)
  const starting = other.startWorker()
  await other.close()
  await starting
  await expect.poll(workerConnections).toBe(0)
  const { rows } = await test.application.platform.database.owner.query(
    `select graphile_worker.add_job('bulk.tidy', job_key => 'waits') as job`,
  )
  expect(rows).toHaveLength(1)
  await expect(other.startWorker()).resolves.toBeUndefined()
  expect(await workerConnections()).toBe(0)
})
