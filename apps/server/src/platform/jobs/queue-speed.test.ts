import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { startTasks } from './jobs.fixture.ts'
import { addJob } from './jobs.ts'

let app: TestApp
let worker: { stop(): Promise<void> } | undefined

beforeEach(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  await worker?.stop()
  await app.stop()
})

it('takes the next job of a queue as soon as the last one ends', async () => {
  const { platform } = app.application
  const done: number[] = []
  const all = Promise.withResolvers<void>()
  const count = 30
  const queue = `test.queue:${app.tenantId}`
  for (let nth = 0; nth < count; nth += 1) {
    const payload = { tenantId: app.tenantId, nth }
    await addJob(platform.database.tenant(app.tenantId), { task: 'test.nth', payload, queue })
  }
  const begun = performance.now()
  worker = await startTasks(app, {
    'test.nth': async (payload) => {
      done.push((payload as { nth: number }).nth)
      if (done.length === count) all.resolve()
    },
  })
  await all.promise
  expect(done).toEqual(Array.from({ length: count }, (_, nth) => nth))
  // A worker that finds the queue locked sleeps for two seconds: thirty such jobs would take twenty at least.
  expect(performance.now() - begun).toBeLessThan(15_000)
}, 90_000)
