import { describe, expect, it } from 'vitest'
import { transact } from '../db/database.ts'
import { releaseDeadWorkers } from '../jobs/dead-workers.ts'
import { readOutbox } from './outbox.health.ts'
import { abandonLane, enqueue, type AttemptResult } from './outbox.ts'
import { outboxRetention } from './outbox.retention.store.ts'
import {
  advanceToNext,
  answers,
  app,
  attempts,
  db,
  hour,
  items,
  keys,
  lanes,
  numbered,
  openOutbox,
  owner,
  pauses,
  poll,
  put,
  second,
  sent,
  start,
  stops,
} from './outbox.fixture.ts'

openOutbox()

describe('an entry of the outbox', () => {
  it('is sent after the commit, with what it carries, and its attempt recorded', async () => {
    answers.set('a', () => ({ outcome: 'delivered', detail: { status: 200 } }))
    await transact(db(), (tx) =>
      enqueue(
        tx,
        app.tenantId,
        [{ channel: 'test', lane: 'a', key: 'one', payload: { n: 1 } }],
        app.clock.now(),
      ),
    )
    start()
    await poll(items).toEqual([{ key: 'one', state: 'delivered', attempts: 1, failure: null }])
    expect(sent).toMatchObject([
      { tenantId: app.tenantId, lane: 'a', key: 'one', payload: { n: 1 }, attempt: 1 },
    ])
    expect(await attempts()).toEqual([{ attempt: 1, outcome: 'delivered', detail: { status: 200 } }])
  })

  it('is not sent where the transaction is rolled back', async () => {
    const failing = transact(db(), async (tx) => {
      await enqueue(
        tx,
        app.tenantId,
        [{ channel: 'test', lane: 'a', key: 'one', payload: {} }],
        app.clock.now(),
      )
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await items()).toEqual([])
  })

  it('is sent once for its cause', async () => {
    await put([{ key: 'one' }])
    await put([{ key: 'one' }, { key: 'two' }])
    start()
    await poll(async () => (await items()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
    expect(keys().toSorted()).toEqual(['one', 'two'])
  })

  it('is retried at 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and fails after eight attempts', async () => {
    answers.set('a', () => ({ outcome: 'failed', failure: 'Refused' }))
    await put([{ key: 'one' }])
    const sender = start()
    const times: number[] = []
    const began = app.clock.now().getTime()
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await poll(async () => (await items())[0]?.attempts === attempt && lanes.length === attempt).toBe(true)
      times.push(Math.round((app.clock.now().getTime() - began) / second))
      if (attempt < 8) await advanceToNext()
      sender.wake()
    }
    const steps = times.map((time, at) => time - (times[at - 1] ?? 0))
    for (const [at, pause] of [0, ...pauses].entries()) expect(steps[at]).toBeCloseTo(pause / second, -1)
    expect(await items()).toEqual([{ key: 'one', state: 'failed', attempts: 8, failure: 'Refused' }])
    expect(lanes.at(-1)).toMatchObject({ failures: 8, failingSince: expect.any(Date) })
  })

  it('ends as unknown where its last attempt may have arrived', async () => {
    answers.set('a', () => ({ outcome: 'unknown', failure: 'No answer', isFinal: true }))
    await put([{ key: 'one' }])
    start()
    await poll(items).toMatchObject([{ state: 'unknown', attempts: 1 }])
    expect(lanes).toMatchObject([{ failures: 0 }])
  })

  it('is repeated with its key where a process was lost in the middle, and that attempt is unknown', async () => {
    await put([{ key: 'one' }])
    const lost = Promise.withResolvers<AttemptResult>()
    answers.set('a', () => lost.promise)
    start()
    await poll(keys).toEqual(['one'])
    // That process is too late to record anything: its lease has run out.
    stops.push(async () => lost.resolve({ outcome: 'failed' }))
    stops.reverse()
    answers.delete('a')
    start()
    app.clock.advance(31 * second)
    await poll(items).toMatchObject([{ state: 'delivered', attempts: 2 }])
    expect(await attempts()).toMatchObject([{ outcome: 'unknown' }, { outcome: 'delivered' }])
    expect(keys()).toEqual(['one', 'one'])
  })

  it('is repeated as soon as its process is found dead, and not only when its lease runs out', async () => {
    await put([{ key: 'one' }, { key: 'other', lane: 'b' }])
    const lost = Promise.withResolvers<AttemptResult>()
    answers.set('a', () => lost.promise)
    answers.set('b', () => lost.promise)
    // A worker that is written down, and whose lock no one holds.
    const { rows } = await owner().query<{ id: number }>(
      `insert into worker_process (worker_ids) values ('{gone}') returning process_id as id`,
    )
    start(rows[0]?.id)
    await poll(() => keys().toSorted()).toEqual(['one', 'other'])
    stops.push(async () => lost.resolve({ outcome: 'failed' }))
    stops.reverse()
    answers.clear()
    await releaseDeadWorkers(owner(), app.application.platform.log)
    start()
    await poll(items).toMatchObject([
      { state: 'delivered', attempts: 2 },
      { state: 'delivered', attempts: 2 },
    ])
    expect(await attempts()).toMatchObject([
      { outcome: 'unknown' },
      { outcome: 'delivered' },
      { outcome: 'unknown' },
      { outcome: 'delivered' },
    ])
  })

  it('stays with a process that lives while another is found dead', async () => {
    await put([{ key: 'one' }])
    const under = Promise.withResolvers<AttemptResult>()
    answers.set('a', () => under.promise)
    start(2_000_000_000)
    await poll(keys).toEqual(['one'])
    await owner().query(`insert into worker_process (worker_ids) values ('{gone}')`)
    await releaseDeadWorkers(owner(), app.application.platform.log)
    answers.clear()
    start().wake()
    under.resolve({ outcome: 'delivered' })
    await poll(items).toMatchObject([{ state: 'delivered', attempts: 1 }])
    expect(keys()).toEqual(['one'])
  })

  it('counts an error of its transport as failed, without its values', async () => {
    answers.set('a', () => Promise.reject(new Error('Cannot send to ann@example.com')))
    await put([{ key: 'one' }])
    start()
    await poll(items).toMatchObject([{ state: 'waiting', failure: 'Error: Cannot send to …' }])
  })
})

describe('a destination', () => {
  it('that hangs takes its own share of attempts, and holds up no other', async () => {
    const hanging = Promise.withResolvers<AttemptResult>()
    answers.set('slow', () => hanging.promise)
    await put([...numbered(50, 'slow'), ...numbered(50, 'fast')])
    start()
    await poll(() => keys().filter((key) => key.startsWith('fast')).length).toBe(50)
    expect(keys().filter((key) => key.startsWith('slow'))).toHaveLength(4)
    hanging.resolve({ outcome: 'delivered' })
    await poll(() => sent.length).toBe(100)
  })

  it('that is down gets one attempt at a time, while the rest waits without using up attempts', async () => {
    answers.set('a', () => ({ outcome: 'failed', failure: 'Down' }))
    await put(numbered(20, 'a'))
    const sender = start()
    await poll(() => lanes.at(-1)?.failures ?? 0).toBeGreaterThanOrEqual(5)
    await poll(async () => (await items()).every(({ state }) => state === 'waiting')).toBe(true)
    const early = sent.length
    expect(early).toBeLessThanOrEqual(8)
    expect(await readOutbox(owner())).toMatchObject({ waiting: 20, failingLanes: 1 })
    app.clock.advance(6 * second)
    sender.wake()
    await poll(() => sent.length).toBe(early + 1)
    answers.delete('a')
    app.clock.advance(hour)
    sender.wake()
    await poll(async () => (await items()).filter(({ state }) => state === 'delivered').length).toBe(20)
    expect(lanes.at(-1)).toEqual({ lane: 'a', failures: 0, failingSince: null })
  })

  it('that asks to wait is left alone for so long', async () => {
    answers.set('a', () => ({ outcome: 'failed', isOverloaded: true, retryAfter: 600 * second }))
    await put(numbered(10, 'a'))
    const sender = start()
    await poll(
      async () => (await attempts()).every(({ outcome }) => outcome === 'failed') && lanes.length > 0,
    ).toBe(true)
    const early = sent.length
    expect(early).toBeLessThanOrEqual(4)
    answers.delete('a')
    app.clock.advance(599 * second)
    sender.wake()
    await poll(() => sent.length).toBe(early)
    app.clock.advance(2 * second)
    sender.wake()
    await poll(async () => (await items()).filter(({ state }) => state === 'delivered').length).toBe(10)
  })

  it('gets what has an order one after the other, also where the first is retried, and the rest meanwhile', async () => {
    const first = Promise.withResolvers<AttemptResult>()
    answers.set('a', () => (sent.at(-1)?.key === 'one' ? first.promise : { outcome: 'delivered' }))
    const ordered = ['one', 'two', 'three'].map((key) => ({ key, inOrder: '41' }))
    await put([...ordered, { key: 'other', inOrder: '8' }, { key: 'free' }])
    const sender = start()
    await poll(() => keys().toSorted()).toEqual(['free', 'one', 'other'])
    first.resolve({ outcome: 'failed' })
    await poll(async () => (await items())[0]?.attempts === 1 && lanes.length === 3).toBe(true)
    sender.wake()
    answers.delete('a')
    expect(keys().toSorted()).toEqual(['free', 'one', 'other'])
    app.clock.advance(10 * second)
    sender.wake()
    await poll(() => keys().slice(3)).toEqual(['one', 'two', 'three'])
  })

  it('can be abandoned with what waits for it', async () => {
    answers.set('a', () => ({ outcome: 'failed' }))
    await put(numbered(3, 'a'))
    start()
    await poll(() => lanes.length).toBe(3)
    await abandonLane(db(), app.tenantId, 'a', { now: app.clock.now(), failure: 'Deleted' })
    expect(await items()).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: 'failed', failure: 'Deleted' })),
    )
  })
})

describe('an entry that ended', () => {
  it('is forgotten after its time, counted from its end', async () => {
    await put([{ key: 'old' }, { key: 'waiting', lane: 'b' }])
    const hanging = Promise.withResolvers<AttemptResult>()
    answers.set('b', () => hanging.promise)
    start()
    stops.unshift(async () => hanging.resolve({ outcome: 'delivered' }))
    await poll(items).toMatchObject([{ state: 'delivered' }, { state: 'waiting' }])
    const { forget } = outboxRetention(() => db())
    expect(await forget(app.tenantId, app.clock.now())).toBe(1)
    expect(await items()).toMatchObject([{ key: 'waiting' }])
    expect(await attempts()).toHaveLength(1)
  })
})

describe('several processes', () => {
  it('send each entry once', async () => {
    await put(numbered(300, 'a'))
    await put(numbered(300, 'b'))
    for (let process = 0; process < 4; process += 1) start()
    await poll(async () => (await items()).filter(({ state }) => state === 'delivered').length).toBe(600)
    expect(new Set(keys()).size).toBe(600)
    expect(sent).toHaveLength(600)
  })
})
