import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { abandonedTask, createAbandonedJobs, type AbandonedHandler } from './abandoned.ts'
import { addJob } from './jobs.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  await owner().query('delete from graphile_worker._private_jobs')
})
afterAll(() => app.stop())

const owner = () => app.application.platform.database.owner

const add = (task: string, key: string): Promise<void> =>
  addJob(app.application.platform.database.tenant(app.tenantId), { task, payload: { key }, key })

const abandon = (key: string) =>
  owner().query('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [key])

async function look(handlers: Record<string, AbandonedHandler>): Promise<void> {
  const { tasks } = createAbandonedJobs({ owner: owner(), handlers })
  const context = { signal: new AbortController().signal, log: pino({ level: 'silent' }) }
  await tasks[abandonedTask]?.({}, context)
}

it('tells of the jobs that were abandoned, and of no others', async () => {
  for (const key of ['dead', 'alive', 'at work']) await add('test.told', key)
  await add('test.untold', 'other')
  for (const key of ['dead', 'at work', 'other']) await abandon(key)
  await owner().query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test' where key = 'at work'`,
  )
  const told = vi.fn(async () => undefined)
  await look({ 'test.told': told })
  expect(told.mock.calls).toEqual([[{ key: 'dead' }]])
})

it('tells of the others where one can not be ended', async () => {
  for (const key of ['first', 'second']) {
    await add('test.told', key)
    await abandon(key)
  }
  const told = vi.fn<AbandonedHandler>(async () => undefined)
  told.mockRejectedValueOnce(new Error('Not now'))
  await look({ 'test.told': told })
  expect(told).toHaveBeenCalledTimes(2)
})

it('every job that a module ends the work of is one of its own', () => {
  for (const { tasks = {}, abandoned = {} } of app.application.modules.modules) {
    for (const name of Object.keys(abandoned)) expect(Object.keys(tasks)).toContain(name)
  }
})
