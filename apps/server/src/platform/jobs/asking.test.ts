import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { watchAsking } from './asking.ts'
import { startTasks } from './jobs.fixture.ts'
import { addJob } from './jobs.ts'

async function isLost(tell: (events: WorkerEvents) => void): Promise<boolean> {
  const events: WorkerEvents = new EventEmitter()
  const asking = watchAsking(events)
  tell(events)
  asking.end()
  expect(events.eventNames()).toEqual([])
  return Promise.race([asking.isLost.then(() => true), Promise.resolve().then(() => false)])
}

const emit = (events: WorkerEvents, name: string, times = 1) => {
  for (let time = 0; time < times; time += 1) (events as EventEmitter).emit(name, {})
}

it('is lost when it fails six times', async () => {
  expect(await isLost((events) => emit(events, 'worker:getJob:error', 5))).toBe(false)
  expect(await isLost((events) => emit(events, 'worker:getJob:error', 6))).toBe(true)
})

it.each(['worker:getJob:empty', 'job:start'])('is not lost where %s comes between', async (between) => {
  const lost = await isLost((events) => {
    emit(events, 'worker:getJob:error', 5)
    emit(events, between)
    emit(events, 'worker:getJob:error', 5)
  })
  expect(lost).toBe(false)
})

it('lets jobs be worked on again after the first question of a worker failed', async () => {
  const app = await startTestApp()
  const { database } = app.application.platform
  const done: unknown[] = []
  await database.owner.query('alter table graphile_worker._private_tasks rename to out_of_reach')
  const worker = await startTasks(app, { 'test.work': async (payload) => void done.push(payload) })
  await database.owner.query('alter table graphile_worker.out_of_reach rename to _private_tasks')
  const payload = { tenantId: app.tenantId }
  await addJob(database.tenant(app.tenantId), { task: 'test.work', payload })
  await expect.poll(() => done, { timeout: 20_000 }).toEqual([payload])
  await worker.stop()
  await app.stop()
})
