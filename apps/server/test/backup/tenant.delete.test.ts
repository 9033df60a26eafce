import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteTenant } from '../../src/backup/tenant.delete.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { clearAway, newFolder, type Ground } from './backup.fixture.ts'

let app: TestApp
let owner: pg.Pool
let ground: Ground

beforeAll(async () => {
  app = await startTestApp({ DATA_DIR: await newFolder() })
  const { platform } = app.application
  owner = platform.database.owner
  ground = { url: platform.database.url, config: platform.config }
})
afterAll(async () => {
  await app.stop()
  await clearAway()
})

/** As a killed process leaves it: locked in the name of a worker whose lock is gone. */
async function leaveHeld(tenantId: number): Promise<void> {
  await owner.query(`insert into worker_process (worker_ids) values ('{gone}')`)
  await owner.query(
    `select graphile_worker.add_job('bulk.run', json_build_object('tenantId', $1::int), 'bulk:' || $1::int)`,
    [tenantId],
  )
  const held = `set locked_by = 'gone', locked_at = now()`
  await owner.query(`update graphile_worker._private_jobs ${held}`)
  await owner.query(`update graphile_worker._private_job_queues ${held}`)
}

it('a tenant is deleted while a job of it is held by a worker that was killed, and none lives', async () => {
  const { identity, seedTenant } = app.application.modules
  const tenantId = await identity.createTenant('Left company', seedTenant)
  await leaveHeld(tenantId)
  const { tenant } = await deleteTenant({ ...ground, tenantId })
  expect(tenant.name).toBe('Left company')
  const { rows } = await owner.query(
    `select (select count(*)::int from graphile_worker._private_jobs) as jobs,
       (select count(*)::int from graphile_worker._private_job_queues) as queues,
       (select count(*)::int from worker_process) as workers`,
  )
  expect(rows).toEqual([{ jobs: 0, queues: 0, workers: 0 }])
}, 30_000)
