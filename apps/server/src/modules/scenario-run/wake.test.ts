import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { create } from '../record/record.fixture.ts'
import { activated, node, runNow, scenario } from '../scenario-management/scenario.fixture.ts'
import { settle } from './run.fixture.ts'
import { wakeSome } from './run.store.ts'

const [ready, waiting] = [1, 2]

let app: TestApp
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const owner = () => app.application.platform.database.owner

async function stateOf(runId: number): Promise<number | undefined> {
  const { rows } = await owner().query('select state from scenario_run where run_id = $1', [runId])
  return rows[0]?.state
}

/** A record that waits for a month; gives its run. */
async function patientRun(): Promise<number> {
  const id = await create(manager, 'accounts', { name: 'Patient' })
  const wait = node('wait', 'wait', { mode: 'period', amount: 30, period: 'day' })
  await activated(manager, scenario([runNow({ ids: [id] }, 'wait'), wait]))
  await settle(app)
  const { rows } = await owner().query('select run_id::int as id from scenario_run where record_id = $1', [
    id,
  ])
  return rows[0].id
}

it('a record is woken by what happened while work that does not know it lets it wait again', async () => {
  const runId = await patientRun()
  expect(await stateOf(runId)).toBe(waiting)
  await owner().query('update scenario_run set state = $2 where run_id = $1', [runId, ready])
  const worker = await owner().connect()
  try {
    await worker.query('begin')
    await worker.query('select from scenario_run where run_id = $1 for update', [runId])
    const { rows } = await worker.query<{ pid: number }>('select pg_backend_pid() as pid')
    let isOver = false
    const woken = transact(app.application.platform.database.tenant(app.tenantId), (tx) =>
      wakeSome(tx, app.tenantId, 'wait', [runId]),
    ).finally(() => (isOver = true))
    const isHeldUp = async () => {
      const sql =
        'select exists (select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))) as waits'
      const found = await owner().query<{ waits: boolean }>(sql, [rows[0]?.pid])
      return isOver || found.rows[0]?.waits
    }
    await expect.poll(isHeldUp, { timeout: 30_000 }).toBe(true)
    await worker.query('update scenario_run set state = $2 where run_id = $1', [runId, waiting])
    await worker.query('commit')
    expect(await woken).toHaveLength(1)
    expect(await stateOf(runId)).toBe(ready)
  } finally {
    worker.release()
  }
})
