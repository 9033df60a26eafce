import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness.ts'

let app: TestApp
let port: number

beforeAll(async () => {
  app = await startTestApp({ OPERATIONS_PORT: '0' })
  port = (await app.application.openOperations()) ?? 0
})
afterAll(() => app.stop())

const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)

async function read(): Promise<string> {
  return (await get('/metrics')).text()
}

/** The value of a sample, or undefined. */
async function sample(name: string): Promise<number | undefined> {
  const line = (await read()).split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

describe('the second port', () => {
  it('tells that the process lives and is ready, and nothing else', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'alive' })
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' })
    for (const path of ['/', '/api/core/records/1', '/__proto__', '/constructor']) {
      expect((await get(path)).status, path).toBe(404)
    }
    expect((await get('/metrics', { method: 'POST' })).status).toBe(404)
  })

  it('asks for the token where there is one', async () => {
    const other = await startTestApp({ OPERATIONS_PORT: '0', METRICS_TOKEN: 'token-of-prometheus' })
    const address = `http://127.0.0.1:${await other.application.openOperations()}/metrics`
    expect((await fetch(address)).status).toBe(401)
    const headers = { authorization: 'Bearer token-of-prometheus' }
    expect((await fetch(address, { headers })).status).toBe(200)
    await other.stop()
  })

  it('is not there of itself', async () => {
    const other = await startTestApp()
    expect(await other.application.openOperations()).toBeUndefined()
    await other.stop()
  })
})

describe('metrics', () => {
  it('count calls by route', async () => {
    const viewer = await app.as('viewer')
    await viewer.get('user-management/users/me')
    expect(await read()).toMatch(
      /steward_http_request_duration_seconds_count\{method="GET",route="\/api\/[^"]+",status="\d+"\} 1/,
    )
  })

  it('tell of connections, calls and the release', async () => {
    expect(await sample('steward_database_pool_max_connections{pool="calls"}')).toBe(6)
    expect(await sample('steward_database_pool_waiting{pool="calls"}')).toBe(0)
    expect(await sample('steward_calls_working')).toBe(0)
    expect(await sample('steward_calls_refused_total')).toBe(0)
    expect(await sample('steward_database_up')).toBe(1)
    expect(await read()).toMatch(/steward_build_info\{release="[\d.]+",web="true",worker="true"\} 1/)
  })

  it('tell what waits, and then what was done', async () => {
    const { owner } = app.application.platform.database
    await owner.query(`select graphile_worker.add_job('audit:none-of-ours', '{}', max_attempts => 1)`)
    await owner.query(`select graphile_worker.add_job('message:tidy', '{}')`)
    await owner.query(
      `insert into event (tenant_id, type, version, payload) values ($1, 'test.nothing', 1, '{}')`,
      [app.tenantId],
    )
    // What the database said last is good for a while.
    await expect.poll(() => sample('steward_events_waiting'), { timeout: 8000, interval: 500 }).toBe(1)
    expect(await sample('steward_jobs{task="message:tidy",state="ready"}')).toBe(1)
    await app.application.startWorker()
    const done = 'steward_job_duration_seconds_count{task="message:tidy",outcome="done"}'
    await expect.poll(() => sample(done), { timeout: 8000 }).toBe(1)
    await expect.poll(() => sample('steward_events_waiting'), { timeout: 8000, interval: 500 }).toBe(0)
  })

  it('count jobs that fail', async () => {
    const { owner } = app.application.platform.database
    await owner.query(
      `select graphile_worker.add_job('timeline.follow', '{"tenantId":"no"}', max_attempts => 1)`,
    )
    const failed = 'steward_job_duration_seconds_count{task="timeline.follow",outcome="failed"}'
    await expect.poll(() => sample(failed), { timeout: 8000 }).toBe(1)
    await expect
      .poll(() => sample('steward_jobs{task="timeline.follow",state="failed"}'), {
        timeout: 12_000,
        interval: 500,
      })
      .toBe(1)
  })
})
