import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { eventCatalogue } from '@steward/contracts/event/catalogue'
import type { EventType } from '@steward/contracts/event/event-type'
import { create } from '../../src/modules/record/record.fixture.ts'
import { handle, type Subscriber } from '../../src/platform/events/events.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { counted, dispatch } from './events.fixture.ts'

let app: TestApp
let running: { stop(): Promise<void> } | undefined

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
})
beforeEach(() => ask('truncate event, event_subscription, event_failure'))
afterEach(() => running?.stop())
afterAll(() => app.stop())

async function ask<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await app.application.platform.database.owner.query<Row>(text, values)).rows
}

const second = { ...counted, version: 2, payload: z.object({ sum: z.int() }), example: { sum: 1 } }

async function store(version: number): Promise<void> {
  await ask(
    `insert into event (tenant_id, type, version, payload) values ($1, 'test.counted', $2, '{"n": 7}')`,
    [app.tenantId, version],
  )
}

interface Summing extends Subscriber {
  sums: number[]
}

function summing(type: EventType<{ sum: number }>): Summing {
  const sums: number[] = []
  return { name: 'only', sums, handlers: [handle(type, async ({ payload }) => void sums.push(payload.sum))] }
}

function deliver(subscriber: Subscriber, type: EventType): void {
  running = dispatch(app, [subscriber], { types: [type] })
}

const failures = () => ask('select subscriber, version, failure from event_failure')

function upgradeOf(old: unknown): unknown {
  return { sum: (old as { n: number }).n }
}

function brokenUpgrade(): never {
  throw new Error('It has no sum.')
}

describe('a stored event of another version', () => {
  it('is upgraded where the catalogue says how', async () => {
    const type = { ...second, upgrades: { 1: upgradeOf } }
    const subscriber = summing(type)
    await store(1)
    deliver(subscriber, type)
    await expect.poll(() => subscriber.sums).toEqual([7])
    expect(await failures()).toEqual([])
  })

  it('is upgraded version by version', async () => {
    const type = { ...second, version: 3, upgrades: { 1: (old: unknown) => old, 2: upgradeOf } }
    const subscriber = summing(type)
    await store(1)
    deliver(subscriber, type)
    await expect.poll(() => subscriber.sums).toEqual([7])
  })

  it('is set aside where the upgrade fails on it', async () => {
    await store(1)
    deliver(summing(second), { ...second, upgrades: { 1: brokenUpgrade } })
    const failure = 'Error: A payload of test.counted, version 1, could not be upgraded.'
    await expect.poll(failures).toEqual([{ subscriber: 'only', version: 1, failure }])
  })

  it.each([1, 3])('is set aside with the reason, and not read as the current one: %i', async (version) => {
    // The schema would accept the payload.
    const type = { ...second, payload: z.object({ sum: z.int().default(0) }) }
    const subscriber = summing(type)
    await store(version)
    deliver(subscriber, type)
    const failure = `Error: Can't read version ${version} of test.counted: this release reads version 2.`
    await expect.poll(failures).toEqual([{ subscriber: 'only', version, failure }])
    expect(subscriber.sums).toEqual([])
  })
})

describe('the version of an event', () => {
  it('is stored as in the catalogue, whatever writes it', async () => {
    const admin = await app.as('administrator')
    const id = await create(admin, 'accounts', { name: 'Northwind' })
    await admin.post(`core/accounts/${id}`, { data: { 'system:pulse': 4 } })
    const note = { level: 'account', parentIdentifier: id, title: 'Hello', description: 'Hello' }
    expect((await admin.post('core/notes', note)).status).toBe(200)
    const stored = await ask<{ type: string; version: number }>('select distinct type, version from event')
    expect(stored.map(({ type }) => type).toSorted()).toEqual([
      'record.changed',
      'timeline.changed',
      'timeline.logged',
    ])
    for (const { type, version } of stored) {
      expect(version).toBe(eventCatalogue.find(({ name }) => name === type)?.version)
    }
  })

  it('has no default, so that no statement leaves it out', async () => {
    const leftOut = ask(
      `insert into event (tenant_id, type, payload) values ($1, 'test.counted', '{"n": 1}')`,
      [app.tenantId],
    )
    await expect(leftOut).rejects.toThrow(/version/)
  })
})
