import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { startTasks } from './jobs.fixture.ts'
import { addJob, type Task } from './jobs.ts'
import { createProgress, notingProgress, progressed } from './progress.ts'

let app: TestApp
let worker: { stop(): Promise<void> } | undefined

beforeAll(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  await owner().query('delete from graphile_worker._private_jobs')
})
afterAll(() => app.stop())

const owner = () => app.application.platform.database.owner

const addLong = (key = 'long'): Promise<void> =>
  addJob(app.application.platform.database.tenant(app.tenantId), {
    task: 'test.long',
    payload: { tenantId: app.tenantId },
    key,
  })

/** As after nine kills: the next attempt is the last one. */
async function useUpAttempts(): Promise<void> {
  await owner().query('update graphile_worker._private_jobs set attempts = max_attempts - 1')
}

interface JobRow {
  key: string | null
  attempts: number
  isOver: boolean
}

async function jobsLeft(): Promise<JobRow[]> {
  const { rows } = await owner().query<JobRow>(
    `select key, attempts, attempts >= max_attempts as "isOver" from graphile_worker.jobs where locked_at is null
     order by id`,
  )
  return rows
}

async function start(task: Task): Promise<void> {
  worker = await startTasks(app, { 'test.long': task })
}

const fail = () => {
  throw new Error('As if it was killed')
}

it('counts the attempts at a job from its last progress', async () => {
  await addLong()
  await useUpAttempts()
  await start(async () => {
    await progressed()
    fail()
  })
  await expect.poll(jobsLeft, { timeout: 5000 }).toEqual([{ key: 'long', attempts: 1, isOver: false }])
})

it('abandons a job that fails ten times without progress', async () => {
  await addLong()
  await useUpAttempts()
  await start(async () => fail())
  await expect.poll(jobsLeft, { timeout: 5000 }).toEqual([{ key: 'long', attempts: 10, isOver: true }])
})

it('does not bring back a job that was added again meanwhile', async () => {
  await addLong()
  await useUpAttempts()
  let turns = 0
  await start(async () => {
    turns += 1
    if (turns > 1) return
    await addLong()
    await progressed()
    fail()
  })
  // The one whose place the new one took would come a third time.
  await expect.poll(() => turns, { timeout: 5000 }).toBeGreaterThan(1)
  await expect.poll(jobsLeft).toEqual([])
  expect(turns).toBe(2)
})

it('asks the database once in an attempt, and not at all in the first one', async () => {
  const query = vi.fn(async () => ({ rows: [] }))
  const ownerOf = { query } as unknown as pg.Pool
  for (const [attempts, asked] of [
    [1, 0],
    [2, 1],
  ] as const) {
    query.mockClear()
    const note = createProgress(ownerOf, { id: '1', key: null, attempts })
    await notingProgress(note, async () => {
      await progressed()
      await progressed()
    })
    expect(query).toHaveBeenCalledTimes(asked)
  }
  await expect(progressed()).resolves.toBeUndefined()
})
