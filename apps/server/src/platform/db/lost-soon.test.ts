import { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { announceWorkers } from '../jobs/dead-workers.ts'
import { openNotices } from '../notices/notices.ts'
import { openPool } from './pool.ts'

/** The database gives a silent connection up after 25 seconds; this side has to know by then. */
const latestProbe = 15_000

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app.stop())

async function withPool(): Promise<void> {
  const pool = openPool({ url: app.application.platform.database.url, max: 1, fenced: false })
  await pool.query('select')
  await pool.end()
}

async function withNotices(): Promise<void> {
  await (await openNotices(app.application.platform.database)).close()
}

async function withWorkers(): Promise<void> {
  const { url } = app.application.platform.database
  await (await announceWorkers(url, () => undefined)).withdraw()
}

it.each([
  ['a pool', withPool],
  ['notices', withNotices],
  ['a worker process', withWorkers],
])('connections of %s are asked soon whether they live', async (_what, connect) => {
  const asked = vi.spyOn(Socket.prototype, 'setKeepAlive')
  await connect()
  expect(asked).toHaveBeenCalled()
  for (const [isAsked, after] of asked.mock.calls) {
    expect(isAsked).toBe(true)
    expect(after).toBeGreaterThan(0)
    expect(after).toBeLessThanOrEqual(latestProbe)
  }
})
