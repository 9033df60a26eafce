import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { query, transact } from '../../src/platform/db/database.ts'
import { createAnnouncer } from '../../src/platform/events/announcer.ts'
import type { Dispatcher } from '../../src/platform/events/dispatcher.ts'
import { publish } from '../../src/platform/events/publish.ts'
import { subscribe, subscribeBatch, type Subscriber } from '../../src/platform/events/subscriber.ts'
import type { Pacing } from '../../src/platform/events/pacing.ts'
import { startAnother } from '../another-process.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { clearEvents, count, counted, deliver, numbers, soon } from './delivery.fixture.ts'

let app: TestApp
const started: Dispatcher[] = []

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
})
beforeEach(() => clearEvents(app.application))
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.stop()))
})
afterAll(() => app.stop())

function start(subscribers: readonly Subscriber[], pacing?: Pacing): Dispatcher {
  const dispatcher = deliver(app.application, subscribers, pacing)
  started.push(dispatcher)
  return dispatcher
}

const ask = async <Row extends object>(text: string): Promise<Row[]> =>
  (await app.application.platform.database.owner.query<Row>(text)).rows

/** Notes the numbers it receives; `handle` may refuse them. */
function noting(name: string, handle: (n: number) => Promise<void> | void = () => undefined) {
  const received: number[] = []
  const subscriber: Subscriber = {
    name,
    subscriptions: [
      subscribe(counted, async ({ payload: { n } }) => {
        await handle(n)
        received.push(n)
      }),
    ],
  }
  return { received, subscriber }
}

const poll = (read: () => unknown) => expect.poll(read, { timeout: 20_000, interval: 20 })

describe('events', () => {
  it('reach each subscriber once, in the order in which they were published', async () => {
    const slow = noting('slow', () => wait(Math.random() * 2))
    const fast = noting('fast')
    const together: number[] = []
    const batch: Subscriber = {
      name: 'batch',
      subscriptions: [
        subscribeBatch(counted, async (_tenantId, events) => {
          together.push(...events.map(({ payload }) => payload.n))
        }),
      ],
    }
    start([slow.subscriber, fast.subscriber, batch])
    for (let n = 1; n <= 500; n += 50) await count(app.application, app.tenantId, n, n + 49)
    await poll(() => slow.received.length).toBe(500)
    await poll(() => ask('select from event_log')).toEqual([])
    expect(slow.received).toEqual(numbers(1, 500))
    expect(fast.received).toEqual(numbers(1, 500))
    expect(together).toEqual(numbers(1, 500))
  })

  it('of a transaction that commits late are delivered late, and none is lost', async () => {
    const { received, subscriber } = noting('late')
    start([subscriber])
    const { tenantId } = app
    const { database } = app.application.platform
    const committing = Promise.withResolvers<void>()
    const published = Promise.withResolvers<void>()
    const late = transact(database.tenant(tenantId), async (tx) => {
      await publish(tx, tenantId, counted, { n: 1 })
      published.resolve()
      await committing.promise
    })
    await published.promise
    await count(app.application, tenantId, 2, 3)
    await poll(() => received).toEqual([2, 3])
    // Positions are past the event that is not committed yet.
    const [head] = await ask<{ position: number }>('select position from event_head')
    expect(head?.position).toBe(2)
    committing.resolve()
    await late
    await poll(() => received).toEqual([2, 3, 1])
  })

  it('of a transaction that is rolled back are not delivered', async () => {
    const { received, subscriber } = noting('careful')
    start([subscriber])
    const { tenantId } = app
    const failing = transact(app.application.platform.database.tenant(tenantId), async (tx) => {
      await publish(tx, tenantId, counted, { n: 1 })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await count(app.application, tenantId, 2)
    await poll(() => received).toEqual([2])
  })

  it('reach a new subscriber from its first start on', async () => {
    const first = noting('first')
    const old = deliver(app.application, [first.subscriber])
    await count(app.application, app.tenantId, 1, 3)
    await poll(() => first.received.length).toBe(3)
    await old.stop()
    const second = noting('second')
    start([first.subscriber, second.subscriber])
    await count(app.application, app.tenantId, 4)
    await poll(() => [first.received, second.received]).toEqual([numbers(1, 4), [4]])
  })

  it('are delivered within a second to the last of twelve subscribers', async () => {
    const all = numbers(1, 12).map((n) => noting(`subscriber${n}`))
    start(
      all.map(({ subscriber }) => subscriber),
      { ...soon, sweepEvery: 60_000, spacing: 250 },
    )
    await count(app.application, app.tenantId, 0)
    await poll(() => all.every(({ received }) => received.length === 1)).toBe(true)
    const took: number[] = []
    for (const n of numbers(1, 20)) {
      await wait(300)
      await count(app.application, app.tenantId, n)
      const committed = performance.now()
      while (!all.every(({ received }) => received.includes(n))) await wait(1)
      took.push(performance.now() - committed)
    }
    const sorted = took.toSorted((a, b) => a - b)
    const p95 = sorted.at(18) ?? Infinity
    process.stdout.write(`commit to the last of 12 subscribers: p95 ${p95.toFixed(0)} ms\n`)
    expect(p95).toBeLessThan(1000)
  })

  it('published by a process that delivers none wake one that does', async () => {
    const { received, subscriber } = noting('elsewhere')
    const other = await startAnother(app)
    try {
      const dispatcher = deliver(other, [subscriber], { ...soon, sweepEvery: 600_000 })
      started.push(dispatcher)
      const announcer = createAnnouncer(app.application.platform.notices)
      app.application.platform.database.onPublish(announcer.add)
      await count(app.application, app.tenantId, 1)
      await poll(() => received).toEqual([1])
    } finally {
      await Promise.all(started.splice(0).map((one) => one.stop()))
      await other.close()
    }
  })
})

describe('a subscriber that fails', () => {
  it('for ten minutes receives all events afterwards, in order, and the others once meanwhile', async () => {
    let isBroken = true
    const attempts: Date[] = []
    const broken = noting('broken', (n) => {
      if (n === 3) attempts.push(app.clock.now())
      if (n === 3 && isBroken) throw new Error('The other side is down')
    })
    const sound = noting('sound')
    start([broken.subscriber, sound.subscriber], { ...soon, firstPause: 2000, longestPause: 90_000 })
    await count(app.application, app.tenantId, 1, 5)
    await poll(() => attempts.length).toBe(1)
    for (let minute = 1; minute <= 10; minute += 1) {
      const tried = attempts.length
      app.clock.advance(60_000)
      await count(app.application, app.tenantId, 5 + minute)
      await poll(() => sound.received.length).toBe(5 + minute)
      if (minute <= 5 || minute % 2 === 0) await poll(() => attempts.length).toBeGreaterThan(tried)
    }
    expect(broken.received).toEqual([1, 2])
    const [row] = await ask<{ failure: string; attempts: number }>(
      `select failure, attempts from event_subscription where subscriber = 'broken'`,
    )
    expect(row).toEqual({ failure: 'Error: The other side is down', attempts: attempts.length })
    expect(attempts.length).toBeLessThan(20)
    isBroken = false
    app.clock.advance(90_000)
    await poll(() => broken.received).toEqual(numbers(1, 15))
    expect(sound.received).toEqual(numbers(1, 15))
    await poll(() => ask('select from event_log')).toEqual([])
    expect(await ask('select from event_failure')).toEqual([])
  })

  it('for good on one event continues behind it after half an hour', async () => {
    const broken = noting('stuck', (n) => {
      if (n === 2) throw new Error('Never works for "Ann Smith" <ann@example.com>')
    })
    start([broken.subscriber])
    await count(app.application, app.tenantId, 1, 3)
    const failed = () =>
      ask<{ attempts: number }>('select attempts from event_subscription where attempts > 0')
    await poll(async () => (await failed())[0]?.attempts ?? 0).toBeGreaterThan(9)
    expect(broken.received).toEqual([1])
    app.clock.advance(26 * 60_000)
    await poll(() => broken.received).toEqual([1, 3])
    const [row] = await ask<{ attempts: number; failure: string }>(
      'select subscriber, type, failure, attempts, payload from event_failure',
    )
    expect(row).toMatchObject({
      subscriber: 'stuck',
      type: 'test.counted',
      failure: 'Error: Never works for … …',
      payload: { n: 2 },
    })
    expect(row?.attempts).toBeGreaterThan(10)
  })

  it('in a batch receives the events around the failing one', async () => {
    const received: number[] = []
    const subscriber: Subscriber = {
      name: 'batch',
      subscriptions: [
        subscribeBatch(counted, async (_tenantId, events) => {
          if (events.some(({ payload }) => payload.n === 3)) throw new Error('Not three')
          received.push(...events.map(({ payload }) => payload.n))
        }),
      ],
    }
    start([subscriber], { ...soon, failFor: 0 })
    await count(app.application, app.tenantId, 1, 5)
    await poll(() => received).toEqual([1, 2, 4, 5])
  })

  it('because the payload is not valid continues at once', async () => {
    const { received, subscriber } = noting('strict')
    start([subscriber])
    const db = app.application.platform.database.tenant(app.tenantId)
    const insert = 'insert into event (tenant_id, type, version, payload) values ($1, $2, $3, $4)'
    await query(db, insert, [app.tenantId, counted.name, 1, '{"n":"none"}'])
    await query(db, insert, [app.tenantId, counted.name, 2, '{"n":1}'])
    await count(app.application, app.tenantId, 2)
    await poll(() => received).toEqual([2])
    expect(await ask('select failure, attempts from event_failure order by position')).toEqual([
      { failure: 'The payload of test.counted is not valid: n invalid_type', attempts: 1 },
      { failure: 'The payload of test.counted is not valid: version 2 instead of 1', attempts: 1 },
    ])
  })

  it('because the database is away is retried without counting that', async () => {
    let isAway = true
    const { received, subscriber } = noting('waiting', () => {
      if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    })
    start([subscriber])
    await count(app.application, app.tenantId, 1)
    await wait(300)
    isAway = false
    await poll(() => received).toEqual([1])
    expect(await ask('select from event_failure')).toEqual([])
  })
})

describe('several tenants', () => {
  it('are served while the handlers of one are slow', async () => {
    const other = (await app.foreigner()).actor.tenantId
    const release = Promise.withResolvers<void>()
    const fast: number[] = []
    const slow = numbers(1, 12).map((n): Subscriber => ({
      name: `slow${n}`,
      subscriptions: [
        subscribe(counted, async ({ tenantId, payload }) => {
          if (tenantId === app.tenantId) await release.promise
          else if (n === 1) fast.push(payload.n)
        }),
      ],
    }))
    start(slow)
    await count(app.application, app.tenantId, 1, 3)
    await wait(100)
    const from = performance.now()
    await count(app.application, other, 1, 3)
    await poll(() => fast).toEqual([1, 2, 3])
    expect(performance.now() - from).toBeLessThan(2000)
    release.resolve()
    await poll(() => ask('select from event_log')).toEqual([])
  })
})

describe('several processes', () => {
  it('deliver the events of a tenant one at a time, in order', async () => {
    const others = await Promise.all([startAnother(app), startAnother(app)])
    const received: number[] = []
    let atWork = 0
    let mostAtWork = 0
    const subscriber: Subscriber = {
      name: 'shared',
      subscriptions: [
        subscribe(counted, async ({ payload: { n } }) => {
          mostAtWork = Math.max(mostAtWork, (atWork += 1))
          await wait(Math.random() * 2)
          received.push(n)
          atWork -= 1
        }),
      ],
    }
    const all = [app.application, ...others].map((one) => deliver(one, [subscriber]))
    for (let n = 1; n <= 300; n += 10) {
      await count(app.application, app.tenantId, n, n + 9)
      await wait(5)
    }
    await poll(() => received.length).toBeGreaterThanOrEqual(300)
    await poll(() => ask('select from event_log')).toEqual([])
    await Promise.all(all.map((one) => one.stop()))
    await Promise.all(others.map((one) => one.close()))
    expect(received).toEqual(numbers(1, 300))
    expect(mostAtWork).toBe(1)
  })
})
