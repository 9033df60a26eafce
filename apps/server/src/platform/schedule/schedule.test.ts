import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { transact } from '../db/database.ts'
import { runJobs } from '../jobs/jobs.ts'
import { createJobThrottle } from '../pace/job-throttle.ts'
import { createLoadAverage } from '../pace/load-average.ts'
import { createDueJobs, dueTask } from './due-work.jobs.ts'
import { claimDueWork, listDueTenants } from './due-work.store.ts'
import { schedule, unschedule, type DueHandler, type DueItem } from './schedule.ts'
import { isTicking, readTicker } from './ticker.health.ts'
import { startTicker } from './ticker.ts'

const minute = 60_000

let app: TestApp
let done: (DueItem & { tenantId: number })[]
/** Keys that the handler fails on. */
let fails: Set<string>
let stops: (() => Promise<void>)[]

const owner = () => app.application.platform.database.owner
const dbOf = (tenantId = app.tenantId) => app.application.platform.database.tenant(tenantId)
const keys = () => done.map(({ key }) => key)
const after = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds)

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
})
beforeEach(async () => {
  await owner().query('truncate due_work, ticker')
  await owner().query('delete from graphile_worker._private_jobs')
  done = []
  fails = new Set()
  stops = []
})
afterEach(async () => {
  for (const stop of stops) await stop()
})
afterAll(() => app.stop())

const remember: DueHandler = async (tenantId, item) => {
  if (fails.has(item.key)) throw new Error(`Cannot remind "${item.key}"`)
  done.push({ ...item, tenantId })
}

function tick(): void {
  const { clock, log } = app.application.platform
  const ticker = startTicker({ owner: owner(), clock, log, period: 0.05 })
  stops.push(() => ticker.stop())
}

async function work(): Promise<void> {
  const { clock, database, log } = app.application.platform
  const tasks = createDueJobs({ owner: owner(), clock, handlers: { remind: remember } })
  const rests = createJobThrottle(createLoadAverage(), async () => 0)
  const jobs = await runJobs(database, tasks, { log, crontab: '', concurrency: 2, rests })
  stops.unshift(() => jobs.stop())
}

const remind = (key: string, dueAt: Date, tenantId = app.tenantId) =>
  schedule(dbOf(tenantId), tenantId, { kind: 'remind', key, dueAt, payload: { of: key } })

const poll = (read: () => unknown) => expect.poll(read, { timeout: 20_000, interval: 20 })

const asleep = async () =>
  (
    await owner().query(
      'select key, attempts, failure, failed_at is not null as failed from due_work order by key',
    )
  ).rows

describe('scheduled work', () => {
  it('is done when it is due, and not before', async () => {
    await remind('now', after(0))
    await remind('later', after(60 * minute))
    await work()
    tick()
    await poll(keys).toEqual(['now'])
    expect(done[0]).toMatchObject({ tenantId: app.tenantId, payload: { of: 'now' }, dueAt: expect.any(Date) })
    app.clock.advance(61 * minute)
    await poll(keys).toEqual(['now', 'later'])
    expect(await asleep()).toEqual([])
  })

  it('is replaced by a later row with its key, and removed', async () => {
    await remind('moved', after(0))
    await remind('moved', after(60 * minute))
    await remind('removed', after(0))
    await unschedule(dbOf(), app.tenantId, 'remind', ['removed'])
    await remind('kept', after(0))
    await work()
    tick()
    await poll(keys).toEqual(['kept'])
    expect(await asleep()).toMatchObject([{ key: 'moved' }])
  })

  it('is scheduled with the transaction that causes it, or not at all', async () => {
    const failing = transact(dbOf(), async (tx) => {
      await schedule(tx, app.tenantId, { kind: 'remind', key: 'lost', dueAt: after(0) })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await asleep()).toEqual([])
  })

  it('is tried again where it fails, while the others are done', async () => {
    fails = new Set(['b'])
    for (const key of ['a', 'b', 'c']) await remind(key, after(0))
    await schedule(dbOf(), app.tenantId, { kind: 'unheard', key: 'd', dueAt: after(0) })
    await work()
    tick()
    await poll(keys).toEqual(['a', 'c'])
    await poll(asleep).toEqual([
      { key: 'b', attempts: 1, failure: 'Error: Cannot remind …', failed: false },
      {
        key: 'd',
        attempts: 1,
        failure: 'Error: No module handles scheduled work of the kind unheard',
        failed: false,
      },
    ])
    fails.clear()
    app.clock.advance(minute)
    await poll(keys).toEqual(['a', 'c', 'b'])
  })

  it('waits for an operator after ten attempts', async () => {
    fails = new Set(['a'])
    await remind('a', after(0))
    await work()
    tick()
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await poll(async () => (await asleep())[0]?.attempts).toBe(attempt)
      app.clock.advance(7 * 60 * minute)
    }
    expect(await asleep()).toMatchObject([{ key: 'a', attempts: 10, failed: true }])
    expect(await readTicker(owner())).toMatchObject({ failed: 1 })
    fails.clear()
    await remind('a', after(0))
    await poll(keys).toEqual(['a'])
  })
})

describe('the ticker', () => {
  it('gives each company its turn: a slice, however much another one has', async () => {
    const others = [app.tenantId + 1000, app.tenantId + 1001]
    const many = Array.from({ length: 6000 }, (_, at) => ({
      kind: 'remind',
      key: String(at),
      dueAt: after(-minute),
    }))
    await schedule(dbOf(), app.tenantId, many)
    for (const tenantId of others) await remind('one', after(0), tenantId)
    expect(await listDueTenants(owner(), after(0))).toEqual([app.tenantId, ...others])
    expect(await claimDueWork(owner(), app.tenantId, after(0), 500, dueTask)).toBe(500)
    expect(await asleep()).toHaveLength(5502)
    await owner().query(`delete from graphile_worker._private_jobs`)
  })

  it('claims each row once, however many processes look', async () => {
    const many = Array.from({ length: 2000 }, (_, at) => ({
      kind: 'remind',
      key: String(at),
      dueAt: after(0),
    }))
    await schedule(dbOf(), app.tenantId, many)
    await work()
    for (let process = 0; process < 4; process += 1) tick()
    await poll(() => done.length).toBe(2000)
    expect(new Set(keys()).size).toBe(2000)
  })

  it('goes on with the other companies where the work of one cannot be claimed, and comes back to it', async () => {
    const other = app.tenantId + 1000
    await remind('bad', after(0))
    await remind('good', after(0), other)
    await owner().query(`
      create function refuse_bad() returns trigger language plpgsql as $$ begin raise 'bad row'; end $$;
      create trigger refuse_bad before delete on due_work for each row when (old.key = 'bad') execute function refuse_bad()`)
    await work()
    tick()
    await poll(keys).toEqual(['good'])
    await poll(async () => (await readTicker(owner()))?.isLate).toBe(false)
    await owner().query('drop function refuse_bad cascade')
    await poll(keys).toEqual(['good', 'bad'])
  })

  it('notes its last pass, and is late after three periods without one', async () => {
    expect(await readTicker(owner())).toBeUndefined()
    expect(await isTicking(owner())).toBe(true)
    tick()
    await poll(async () => (await readTicker(owner()))?.isLate).toBe(false)
    await stops.pop()?.()
    await owner().query(`update ticker set passed_at = now() - 4 * period_seconds * interval '1 second'`)
    expect(await readTicker(owner())).toMatchObject({ isLate: true })
    expect(await isTicking(owner())).toBe(false)
  })

  it('is taken over from a process that stops, at once, and from one that was killed, after its lease', async () => {
    tick()
    await poll(async () => (await readTicker(owner()))?.isLate).toBe(false)
    const holder = async () => (await owner().query('select leased_by as id from ticker')).rows[0]?.id
    const first = await holder()
    tick()
    await stops.shift()?.()
    await poll(holder).not.toBe(first)
    await stops.shift()?.()
    await owner().query(
      `update ticker set leased_by = gen_random_uuid(), leased_until = now() + interval '1 hour'`,
    )
    const killed = await holder()
    tick()
    await remind('a', after(0))
    await work()
    expect(await holder()).toBe(killed)
    await owner().query(`update ticker set leased_until = now()`)
    await poll(keys).toEqual(['a'])
  })
})
