import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { query, transact, type Database } from '../../src/platform/db/database.ts'
import { publish, type Subscriber } from '../../src/platform/events/events.ts'
import { mostAttempts, pauseAfter } from '../../src/platform/events/retry.rules.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { count, counted, dispatch, noting, upTo, type DispatchOptions } from './events.fixture.ts'
import { moveClock } from './moved-clock.ts'

let app: TestApp
const running: { stop(): Promise<void> }[] = []

function start(subscribers: readonly Subscriber[], options: DispatchOptions = {}): void {
  running.push(dispatch(app, subscribers, options))
}

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
})
beforeEach(() => ask('truncate event, event_subscription, event_failure'))
afterEach(async () => {
  for (const dispatcher of running.splice(0)) await dispatcher.stop()
})
afterAll(() => app.stop())

async function ask<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await app.application.platform.database.owner.query<Row>(text, values)).rows
}

const waiting = async (): Promise<number> =>
  (await ask<{ n: number }>('select count(*)::int as n from event'))[0]?.n ?? -1

it('delivers each event once to each subscriber, in order, however many processes there are', async () => {
  const subscribers = [noting('first', () => wait(Math.random())), noting('second')]
  await count(app, upTo(300))
  start(subscribers, { times: 3 })
  await count(app, [301, 302])
  for (const { numbers } of subscribers) {
    await expect.poll(() => numbers.length).toBe(302)
    expect(numbers).toEqual(upTo(302))
  }
  await expect.poll(waiting).toBe(0)
})

it('delivers to the last of twelve subscribers within a second of the commit', async () => {
  const subscribers = upTo(12).map((n) => noting(`subscriber-${n}`))
  const haveAll = (numbers: number) => () => subscribers.every((one) => one.numbers.length === numbers)
  start(subscribers)
  await count(app, [1])
  await expect.poll(haveAll(1)).toBe(true)
  const begin = performance.now()
  await count(app, [2])
  await expect.poll(haveAll(2), { interval: 2 }).toBe(true)
  expect(performance.now() - begin).toBeLessThan(1000)
})

/** The database, with the statements of the dispatcher that it is asked. */
function noted(): { database: Database; statements: { name: string; values: unknown[]; at: number }[] } {
  const { database } = app.application.platform
  const statements: { name: string; values: unknown[]; at: number }[] = []
  const owner = new Proxy(database.owner, {
    get(pool, key) {
      if (key !== 'query') return Reflect.get(pool, key) as unknown
      return (statement: pg.QueryConfig, ...rest: unknown[]) => {
        const { name = '', values = [] } = statement
        statements.push({ name, values, at: performance.now() })
        return (pool.query as (...all: unknown[]) => unknown).call(pool, statement, ...rest)
      }
    },
  })
  return { database: { ...database, owner }, statements }
}

it('moves the subscribers that have no handler for events with one statement', async () => {
  const { database, statements } = noted()
  const idle = ['idle-1', 'idle-2', 'idle-3']
  const only = noting('only')
  await count(app, upTo(3))
  start([only, ...idle.map((name) => ({ name, handlers: [] }))], { database })
  await expect.poll(waiting).toBe(0)
  expect(only.numbers).toEqual(upTo(3))
  const moved = statements.filter(({ name }) => name === 'event.advance').map(({ values }) => values[1])
  const withIdle = (moved as string[][]).filter((names) => names.some((name) => idle.includes(name)))
  expect(withIdle.length).toBeGreaterThan(0)
  for (const names of withIdle) expect(names).toEqual(expect.arrayContaining(idle))
})

it('looks for the events of a tenant at most every twentieth of a second', async () => {
  const { database, statements } = noted()
  const only = noting('only')
  start([only], { database })
  for (const n of upTo(30)) await count(app, [n])
  await expect.poll(waiting).toBe(0)
  expect(only.numbers).toEqual(upTo(30))
  const looks = statements.filter(({ name }) => name === 'event.sequence').map(({ at }) => at)
  const pauses = looks.slice(1).map((at, before) => at - (looks[before] ?? 0))
  // A timer may go off a millisecond early.
  for (const pause of pauses) expect(pause).toBeGreaterThan(45)
})

it('delivers an event that is committed late', async () => {
  const subscriber = noting('only')
  start([subscriber])
  const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = transact(app.application.platform.database.tenant(app.tenantId), async (tx) => {
    await publish(tx, app.tenantId, counted, { n: 1 })
    written.resolve()
    await commit.promise
  })
  await written.promise
  await count(app, [2, 3])
  await expect.poll(() => subscriber.numbers).toEqual([2, 3])
  commit.resolve()
  await late
  await expect.poll(() => subscriber.numbers).toEqual([2, 3, 1])
})

it('delivers what nobody announced', async () => {
  const subscriber = noting('only')
  start([subscriber])
  await count(app, [1])
  await expect.poll(() => subscriber.numbers).toEqual([1])
  await ask(
    `insert into event (tenant_id, type, version, payload) values ($1, 'test.counted', 1, '{"n": 2}')`,
    [app.tenantId],
  )
  await expect.poll(() => subscriber.numbers).toEqual([1, 2])
})

it('holds back for ten minutes what one subscriber fails on, and then delivers all of it in order', async () => {
  const clock = await moveClock(app.application.platform.database)
  let isBroken = true
  const attempts: number[] = []
  const failing = noting('failing', async () => {
    if (!isBroken) return
    attempts.push(await clock.seconds())
    throw new Error('It is down.')
  })
  const sound = noting('sound')
  const isPaused = async () =>
    (
      await ask('select from event_subscription where subscriber = $1 and retry_at > moved.now()', [
        'failing',
      ])
    ).length === 1
  start([failing, sound], { database: clock.database })
  const steps = upTo(40)
  for (const n of steps) {
    await clock.forward(15)
    await count(app, [n])
    await expect.poll(() => sound.numbers.length, { timeout: 10_000 }).toBe(n)
    await expect.poll(isPaused, { timeout: 10_000 }).toBe(true)
  }
  expect(failing.numbers).toEqual([])
  expect((attempts.at(-1) ?? 0) - (attempts[0] ?? 0)).toBeGreaterThan(400)
  expect(attempts.length).toBeGreaterThanOrEqual(10)
  for (const [at, pause] of attempts
    .slice(1)
    .map((moment, k) => [moment - (attempts[k] ?? 0), pauseAfter(k + 1) / 1000] as const)) {
    expect(at).toBeGreaterThanOrEqual(pause)
  }
  isBroken = false
  await clock.forward(120)
  await count(app, [41])
  await expect.poll(() => failing.numbers, { timeout: 10_000 }).toEqual(upTo(41))
  expect(sound.numbers).toEqual(upTo(41))
  await expect.poll(waiting).toBe(0)
  expect(await ask('select from event_failure')).toEqual([])
  await running.pop()?.stop()
  await clock.close()
})

it('sets aside an event that fails to the last attempt, and goes on with the next', async () => {
  const subscriber = noting('only', (n) => {
    if (n === 2) throw new Error('This one is too much.')
  })
  await count(app, upTo(3))
  start([subscriber], { pauseAfter: () => 1 })
  await expect.poll(() => subscriber.numbers).toEqual([1, 3])
  expect(await ask('select subscriber, payload, attempts, failure from event_failure')).toEqual([
    {
      subscriber: 'only',
      payload: { n: 2 },
      attempts: mostAttempts,
      failure: 'Error: This one is too much.',
    },
  ])
  await expect.poll(waiting).toBe(0)
})

it('sets aside at once an event whose payload does not fit its schema', async () => {
  const all = app.application.modules.modules.flatMap(({ subscribers = [] }) => subscribers)
  await ask(
    `insert into event (tenant_id, type, version, payload) values ($1, 'bulk.finished', 1, '{"jobId": "none"}')`,
    [app.tenantId],
  )
  start(all.filter(({ name }) => name === 'bulk'))
  const failures = () => ask('select subscriber, failure from event_failure')
  const expected = [{ subscriber: 'bulk', failure: expect.stringContaining('jobId') }]
  await expect.poll(failures).toEqual(expected)
})

it('lets no tenant wait for another, and no subscriber for another', async () => {
  const slow = Promise.withResolvers<void>()
  const foreign = (await app.foreigner()).actor.tenantId
  const held = noting('held', (n) => (n === 1 ? slow.promise : undefined))
  const free = noting('free')
  start([held, free])
  await count(app, [1])
  await expect.poll(() => free.numbers).toEqual([1])
  await count(app, [2])
  await count(app, [100], foreign)
  await expect.poll(() => free.numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 100])
  await expect.poll(() => held.numbers).toEqual([100])
  slow.resolve()
  await expect.poll(() => held.numbers).toEqual([100, 1, 2])
})

it('delivers nothing of a transaction that is rolled back', async () => {
  const subscriber = noting('only')
  start([subscriber])
  const db = app.application.platform.database.tenant(app.tenantId)
  const rolledBack = transact(db, async (tx) => {
    await publish(tx, app.tenantId, counted, { n: 1 })
    await query(tx, 'select 1 / 0')
  })
  await expect(rolledBack).rejects.toThrow()
  await count(app, [2])
  await expect.poll(() => subscriber.numbers).toEqual([2])
})

it('refuses two subscribers of one name', () => {
  expect(() => dispatch(app, [noting('same'), noting('same')])).toThrow(/same/)
})
