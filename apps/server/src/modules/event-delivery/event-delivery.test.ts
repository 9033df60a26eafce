import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { count, counted, dispatch, upTo } from '../../../test/events/events.fixture.ts'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { handle, type Subscriber } from '../../platform/events/events.ts'

let app: TestApp
let admin: Client
let received: number[]
/** The numbers on which the subscriber fails. */
let failsOn: Set<number>
let dispatcher: { stop(): Promise<void> } | undefined

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
  admin = await app.as('administrator')
})
beforeEach(async () => {
  await app.application.platform.database.owner.query('truncate event, event_subscription, event_failure')
  received = []
  failsOn = new Set()
})
afterEach(async () => {
  await dispatcher?.stop()
  dispatcher = undefined
})
afterAll(() => app.stop())

const subscriber: Subscriber = {
  name: 'test',
  handlers: [
    handle(counted, async ({ payload: { n } }) => {
      if (failsOn.has(n)) throw new Error(`Cannot handle "number ${n}"`)
      received.push(n)
    }),
  ],
}

function start(pause: number): void {
  dispatcher = dispatch(app, [subscriber], { pauseAfter: () => pause })
}

const poll = (read: () => unknown) => expect.poll(read, { timeout: 20_000, interval: 20 })
const list = async (client = admin) => (await client.get('event-delivery/deliveries')).body.data

/** Has deliveries of some numbers fail for good. */
async function fail(...numbers: number[]): Promise<{ failureId: number }[]> {
  failsOn = new Set(numbers)
  start(1)
  await count(app, upTo(5))
  await poll(() => received.length).toBe(5 - numbers.length)
  await poll(async () => (await list()).failedCount).toBe(numbers.length)
  return (await list()).failed
}

const auditOf = async (action: string) =>
  (await admin.get(`audit?action=${action}`)).body.data as { summary: string }[]

describe('a failed delivery', () => {
  it('is shown to administrators, without values', async () => {
    await fail(2)
    const { failed, failedCount, paused } = await list()
    expect({ failed, failedCount, paused }).toEqual({
      failed: [
        {
          failureId: expect.any(Number),
          subscriber: 'test',
          event: 'test.counted',
          publishedAt: expect.any(String),
          firstFailedAt: expect.any(String),
          lastFailedAt: expect.any(String),
          attempts: expect.any(Number),
          failure: 'Error: Cannot handle …',
        },
      ],
      failedCount: 1,
      paused: [],
    })
  })

  it('is retried by an administrator, and disappears when that succeeds', async () => {
    const [failed] = await fail(2)
    const retry = () => admin.post('event-delivery/failures/retry', { failureId: failed?.failureId })
    expect((await retry()).body).toEqual({ data: { retries: 1 } })
    await poll(async () => (await list()).failedCount).toBe(1)
    const [again] = (await list()).failed
    expect(again.failureId).not.toBe(failed?.failureId)
    failsOn.clear()
    await admin.post('event-delivery/failures/retry', { failureId: again.failureId })
    await poll(() => received).toEqual([1, 3, 4, 5, 2])
    expect((await list()).failedCount).toBe(0)
    expect(await auditOf('event_delivery.retried')).toMatchObject([
      { summary: 'Retried a failed delivery of test.counted to test' },
      { summary: 'Retried a failed delivery of test.counted to test' },
    ])
    expect(await retry()).toMatchObject({ status: 404, body: { reason: 'event_delivery.unknown' } })
  })

  it('is retried with all others, in their order', async () => {
    await fail(1, 3, 4)
    failsOn.clear()
    expect((await admin.post('event-delivery/failures/retry', {})).body).toEqual({ data: { retries: 3 } })
    await poll(() => received).toEqual([2, 5, 1, 3, 4])
    await poll(async () => (await list()).failedCount).toBe(0)
    expect((await admin.post('event-delivery/failures/retry', {})).body).toEqual({ data: { retries: 0 } })
  })

  it('is discarded by an administrator', async () => {
    const [failed] = await fail(2)
    const path = `event-delivery/failures/${failed?.failureId}`
    expect((await admin.delete(path)).status).toBe(200)
    expect((await admin.delete(path)).status).toBe(404)
    expect((await list()).failedCount).toBe(0)
    expect(received).toEqual([1, 3, 4, 5])
    expect(await auditOf('event_delivery.discarded')).toHaveLength(1)
  })

  it('is neither seen nor retried from another company, or without the permission', async () => {
    const [failed] = await fail(2)
    const foreigner = await app.foreigner()
    expect((await list(foreigner)).failedCount).toBe(0)
    expect(
      (await foreigner.post('event-delivery/failures/retry', { failureId: failed?.failureId })).status,
    ).toBe(404)
    expect((await foreigner.delete(`event-delivery/failures/${failed?.failureId}`)).status).toBe(404)
    for (const role of ['normalUser', 'manager', 'viewer'] as const) {
      expect((await (await app.as(role)).get('event-delivery/deliveries')).status).toBe(403)
    }
  })
})

describe('a subscriber that is retrying', () => {
  it('is shown with what waits for it, and retries at once when an administrator says so', async () => {
    failsOn = new Set([2])
    start(600_000)
    await count(app, upTo(5))
    await poll(async () => (await list()).paused).toEqual([
      {
        subscriber: 'test',
        failingSince: expect.any(String),
        retryAt: expect.any(String),
        attempts: 1,
        waiting: 4,
        failure: 'Error: Cannot handle …',
      },
    ])
    failsOn.clear()
    expect((await admin.post('event-delivery/subscribers/retry', { subscriber: 'test' })).status).toBe(200)
    await poll(() => received).toEqual([1, 2, 3, 4, 5])
    expect(await auditOf('event_delivery.resumed')).toHaveLength(1)
    expect(await admin.post('event-delivery/subscribers/retry', { subscriber: 'test' })).toMatchObject({
      status: 409,
      body: { reason: 'event_delivery.not_paused' },
    })
  })
})
