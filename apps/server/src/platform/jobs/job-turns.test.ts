import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { currentLane } from '../pace/lane.ts'
import { query } from '../db/database.ts'
import { startTasks } from './jobs.fixture.ts'
import { addJob, type Task } from './jobs.ts'

let app: TestApp
let done: number[]
let running: Map<number, number>
let most: Map<number, number>
let worker: { stop(): Promise<void> } | undefined

beforeEach(async () => {
  app = await startTestApp()
  done = []
  running = new Map()
  most = new Map()
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  await app.stop()
})

const step = 60

const work: Task = async (payload) => {
  const { tenantId } = payload as { tenantId: number }
  running.set(tenantId, (running.get(tenantId) ?? 0) + 1)
  most.set(tenantId, Math.max(most.get(tenantId) ?? 0, running.get(tenantId) ?? 0))
  await wait(step)
  running.set(tenantId, (running.get(tenantId) ?? 0) - 1)
  done.push(tenantId)
}

async function addMany(tenantId: number, count: number): Promise<void> {
  const db = app.application.platform.database.tenant(app.tenantId)
  for (let one = 0; one < count; one += 1) await addJob(db, { task: 'test.work', payload: { tenantId } })
}

async function start(tasks: Record<string, Task>): Promise<void> {
  worker = await startTasks(app, tasks)
}

async function untilDone(count: number): Promise<void> {
  for (let tries = 0; done.length < count; tries += 1) {
    if (tries > 400) throw new Error(`Only ${done.length} of ${count} jobs were done`)
    await wait(50)
  }
}

it('leaves a worker free for others, however many jobs a tenant has', async () => {
  await addMany(1, 12)
  await start({ 'test.work': work })
  await untilDone(12)
  expect(most.get(1)).toBe(2)
})

it('serves tenants in turns, whoever came first with however many', async () => {
  await addMany(1, 30)
  await addMany(2, 30)
  await addMany(3, 2)
  await addMany(4, 2)
  await start({ 'test.work': work })
  await untilDone(64)
  const lastOf = (tenantId: number) => done.lastIndexOf(tenantId)
  expect(lastOf(3)).toBeLessThan(24)
  expect(lastOf(4)).toBeLessThan(24)
  // The two that have many are served alike.
  const half = done.slice(0, 40)
  const share = half.filter((tenantId) => tenantId === 1).length / half.length
  expect(share).toBeGreaterThan(0.3)
  expect(share).toBeLessThan(0.7)
})

it('gives jobs connections of their own, whose statements may take longer', async () => {
  const seen: unknown[] = []
  const db = app.application.platform.database.tenant(app.tenantId)
  const ask = async () => {
    const [row] = await query(
      db,
      `select current_setting('application_name') as name, current_setting('statement_timeout') as longest`,
    )
    return row
  }
  await addJob(db, { task: 'test.ask', payload: { tenantId: app.tenantId } })
  await start({
    'test.ask': async () => {
      seen.push(currentLane()?.kind, await ask())
      done.push(1)
    },
  })
  await untilDone(1)
  expect(seen).toEqual(['job', { name: 'steward-jobs', longest: '30min' }])
  expect(await ask()).toEqual({ name: 'steward', longest: '1min' })
})
