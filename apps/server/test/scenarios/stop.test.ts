import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { activated, node, runNow, scenario } from '../../src/modules/scenario-management/scenario.fixture.ts'
import { settle } from '../../src/modules/scenario-run/run.fixture.ts'
import { startTestApp, type Client, type TestApp } from '../harness.ts'
import { startWorker } from './worker.ts'

/** More than a few batches. */
const accounts = 6000

let app: TestApp
let manager: Client
let other: ChildProcess
let blocker: pg.Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  await owner().query(
    `insert into record (tenant_id, level, name) select $1, 2, 'Account ' || n from generate_series(1, $2::int) n`,
    [app.tenantId, accounts],
  )
  await app.application.startWorker()
  other = startWorker(app)
  blocker = new pg.Client({ connectionString: app.application.platform.database.url })
  await blocker.connect()
})
afterAll(async () => {
  other.kill('SIGKILL')
  await blocker.end()
  await app.stop()
})

const owner = () => app.application.platform.database.owner

async function count(text: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await owner().query<{ n: number }>(`select count(*)::int as n from ${text}`, [...values])
  return rows[0]?.n ?? 0
}

/** Statements that wait for a lock: on the table of tasks, or of those who stop scenarios. */
const waiting = (event: 'relation' | 'advisory') =>
  count(
    `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = $1`,
    [event],
  )

const setting = (stopped: boolean) => manager.put('scenario-management/settings', { stopped })

const stops = {
  'one scenario': {
    stop: (id: number) => manager.patch(`scenario-management/scenarios/${id}/deactivate`),
    resume: (id: number) => manager.patch(`scenario-management/scenarios/${id}/activate`),
  },
  'all scenarios of a company': { stop: () => setting(true), resume: () => setting(false) },
}

it.each(Object.entries(stops))(
  'a stop of %s waits for the batches at work, and no action comes after its answer',
  async (title, { stop, resume }) => {
    await blocker.query('begin; lock table task in share row exclusive mode')
    const selection = { filter: JSON.stringify({ field: 'name', operator: 'startsWith', value: 'Account' }) }
    const scenarioId = await activated(
      manager,
      scenario([runNow(selection, 'call'), node('call', 'createTask', { title })], {
        reentry: { rule: 'once' },
      }),
    )
    await expect.poll(() => waiting('relation'), { timeout: 60_000 }).toBeGreaterThan(0)
    const stopping = stop(scenarioId)
    await expect.poll(() => waiting('advisory'), { timeout: 60_000 }).toBeGreaterThan(0)
    await blocker.query('commit')
    expect((await stopping).status).toBe(200)
    const done = await count('task where title = $1', [title])
    expect(done).toBeGreaterThan(0)
    await settle(app)
    expect(await count('task where title = $1', [title])).toBe(done)
    expect(await count('scenario_run where scenario_id = $1 and state = 1', [scenarioId])).toBe(
      accounts - done,
    )
    expect((await resume(scenarioId)).status).toBe(200)
    await settle(app)
    expect(await count('task where title = $1', [title])).toBe(accounts)
  },
)
