import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AddressInfo } from 'node:net'
import { namedChanges } from '@steward/contracts/change-feed'
import { createChangeMemory } from './change-feed.memory.ts'
import { createChangeFeedService } from './change-feed.service.ts'
import { create, edit } from '../record/record.fixture.ts'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'

interface Told {
  id: string | null
  event: string
  data: { level: number; records: number[] | null; by: { name: string } | null; changeSetId: number }
}

interface Following {
  told: Told[]
  /** Resolves with the first event that fits. */
  until(fits: (told: Told) => boolean): Promise<Told>
  ended: Promise<void>
  stop(): void
}

let test: TestApp
let address: string
let manager: Client

beforeAll(async () => {
  test = await startTestApp()
  await test.application.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test.application.app.server.address() as AddressInfo
  address = `http://127.0.0.1:${port}`
  await test.application.startWorker()
  manager = await test.as('manager')
})
afterAll(() => test.stop())

function readEvent(block: string): Told | undefined {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  return fields['event']
    ? { id: fields['id'] ?? null, event: fields['event'], data: JSON.parse(fields['data'] ?? 'null') }
    : undefined
}

async function follow(client: Client, lastEventId?: string): Promise<Following> {
  const abort = new AbortController()
  const answer = await fetch(`${address}/api/core/changes/stream`, {
    headers: {
      authorization: `Bearer ${client.token}`,
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    },
    signal: abort.signal,
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const told: Told[] = []
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      const blocks = (text + decoder.decode(chunk)).split('\n\n')
      text = blocks.pop() ?? ''
      told.push(...blocks.flatMap((block) => readEvent(block) ?? []))
    }
  }
  return {
    told,
    until: (fits) =>
      expect
        .poll(() => told.find(fits), { timeout: 5000 })
        .toBeTruthy()
        .then(() => told.find(fits) as Told),
    ended: read().catch(() => undefined),
    stop: () => abort.abort(),
  }
}

async function newAccount(client: Client, name: string): Promise<number> {
  const answer = await client.post('core/accounts', { globalFields: { name } })
  expect(answer.status).toBe(200)
  return answer.body.data.accountId
}

describe('the stream of changes', () => {
  it('tells within two seconds who changed what', async () => {
    const id = await newAccount(manager, 'Northwind')
    const reading = await follow(await test.as('viewer'))
    const startedAt = performance.now()
    await manager.post(`core/accounts/${id}`, { data: { name: 'Northwind Traders' } })
    const told = await reading.until(({ data }) => data.records?.includes(id) === true)
    expect(performance.now() - startedAt).toBeLessThan(2000)
    expect(told).toMatchObject({ event: 'change', data: { level: 2, records: [id] } })
    expect(told.data.by?.name).toBeTruthy()
    expect(told.id).toBe(String(told.data.changeSetId))
    reading.stop()
  })

  it('tells what follows an account that moves at its own level', async () => {
    const organization = await create(manager, 'organizations', { name: 'Group' })
    const account = await create(manager, 'accounts', { name: 'Moving' })
    const contact = await create(manager, 'contacts', { name: 'Ada', account })
    const pipeline = await create(manager, 'pipelines', { name: 'Deal', account })
    const reading = await follow(await test.as('viewer'))
    const changeSetId = await edit(manager, 'accounts', account, { organization })
    const last = await reading.until(({ data }) => data.changeSetId === changeSetId && data.level === 2)
    expect(last).toMatchObject({ id: String(changeSetId), data: { records: [account] } })
    const told = reading.told.filter(({ data }) => data.changeSetId === changeSetId)
    expect(told.map(({ data }) => [data.level, data.records])).toEqual(
      expect.arrayContaining([
        [3, [contact]],
        [4, [pipeline]],
      ]),
    )
    reading.stop()
  })

  it('tells every level below an account that moves with more than are named', async () => {
    const organization = await create(manager, 'organizations', { name: 'Large group' })
    const account = await create(manager, 'accounts', { name: 'Moving with many' })
    const { records } = test.application.modules
    const act = { source: 'import', action: 'create', at: test.clock.now() } as const
    await records.write(manager.actor, 3, act, () =>
      Array.from({ length: namedChanges + 1 }, (_, at) => ({
        kind: 'create' as const,
        values: { name: `Contact ${at}`, email: `c${at}@example.com`, accountId: account },
      })),
    )
    await create(manager, 'pipelines', { name: 'The youngest', account })
    const reading = await follow(await test.as('viewer'))
    const changeSetId = await edit(manager, 'accounts', account, { organization })
    await reading.until(({ data }) => data.changeSetId === changeSetId && data.level === 2)
    const told = reading.told.filter(({ data }) => data.changeSetId === changeSetId)
    expect(told.map(({ data }) => [data.level, data.records])).toEqual([
      [3, null],
      [4, null],
      [2, null],
    ])
    reading.stop()
  })

  it('tells a Normal User only of what they own, and no other company anything', async () => {
    const user = await test.newUser('normalUser')
    const [mine, foreign] = await Promise.all([follow(user), follow(await test.foreigner())])
    const hidden = await newAccount(manager, 'Hidden')
    const own = await newAccount(user, 'Own')
    const told = await mine.until(({ data }) => data.records?.includes(own) === true)
    expect(told.data.level).toBe(2)
    expect(mine.told.some(({ data }) => data.records?.includes(hidden))).toBe(false)
    // Taken from someone is notified to them still.
    await manager.post('core/accounts/assign', { ids: [own], owners: [manager.actor.userId] })
    await mine.until(({ data }) => data.changeSetId > told.data.changeSetId && data.records?.[0] === own)
    expect(foreign.told).toEqual([])
    mine.stop()
    foreign.stop()
  })

  it('goes on where it broke off, and says so where it cannot', async () => {
    const first = await follow(manager)
    const before = await newAccount(manager, 'Before')
    const last = await first.until(({ data }) => data.records?.includes(before) === true)
    first.stop()
    const between = await newAccount(manager, 'Between')
    await expect
      .poll(
        async () => {
          const again = await follow(manager, String(last.id))
          await new Promise((resolve) => setTimeout(resolve, 100))
          again.stop()
          return again.told.some(({ data }) => data.records?.includes(between))
        },
        { timeout: 5000 },
      )
      .toBe(true)
    const lost = await follow(manager, '999999999')
    await lost.until(({ event }) => event === 'reset')
    lost.stop()
  })

  it('ends for whoever is deactivated, and not before', async () => {
    const user = await test.newUser('viewer')
    const { identity, users } = test.application.modules
    const feed = createChangeFeedService(test.application.platform, { identity, users }, 100)
    const stream = await feed.follow(user.actor, user.token)
    const ended = new Promise((resolve) => stream.resume().once('end', resolve))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(stream.readableEnded).toBe(false)
    const admin = await test.as('administrator')
    await admin.patch(`user-management/users/${user.actor.userId}/status`, { status: 'DEACTIVATED' })
    await ended
    feed.stop()
  })

  it('tells nothing more to whoever is deactivated, and a lowered role only what is theirs', async () => {
    const { identity, users } = test.application.modules
    const feed = createChangeFeedService(test.application.platform, { identity, users })
    const [gone, lowered] = [await test.newUser('viewer'), await test.newUser('manager')]
    const heard = { gone: '', lowered: '' }
    const [goneStream, loweredStream] = [
      await feed.follow(gone.actor, gone.token),
      await feed.follow(lowered.actor, lowered.token),
    ]
    const ended = new Promise((resolve) => goneStream.once('end', resolve))
    goneStream.on('data', (part) => (heard.gone += String(part)))
    loweredStream.on('data', (part) => (heard.lowered += String(part)))
    const admin = await test.as('administrator')
    const path = 'user-management/users'
    await admin.patch(`${path}/${gone.actor.userId}/status`, { status: 'DEACTIVATED' })
    await admin.patch(`${path}/${lowered.actor.userId}`, { roleId: 1 })
    await newAccount(manager, 'Not for them')
    const own = await newAccount(lowered, 'For one of them')
    await ended
    await expect.poll(() => heard.lowered).toContain(`"records":[${own}]`)
    expect(heard.lowered.match(/event: change/g)).toHaveLength(1)
    expect(heard.gone).not.toContain('event: change')
    feed.stop()
  })

  it('ends at once for whoever comes while the process stops', async () => {
    const user = await test.newUser('manager')
    const { identity, users } = test.application.modules
    const feed = createChangeFeedService(test.application.platform, { identity, users })
    feed.stop()
    const stream = await feed.follow(user.actor, user.token)
    await new Promise((resolve) => stream.resume().once('end', resolve))
    expect(stream.readableEnded).toBe(true)
  })

  it('refuses whoever follows in too many places', async () => {
    const user = await test.newUser('viewer')
    const open = await Promise.all(Array.from({ length: 30 }, () => follow(user)))
    const one = await fetch(`${address}/api/core/changes/stream`, {
      headers: { authorization: `Bearer ${user.token}` },
    })
    expect(one.status).toBe(429)
    expect(await one.json()).toMatchObject({ reason: 'change_feed.too_many' })
    for (const reading of open) reading.stop()
  })
})

const heard = (changeSetId: number) => ({ tenantId: 1, changeSetId, level: 2 })

describe('what is remembered', () => {
  it('tells of the further batches of the act that was heard last', () => {
    const memory = createChangeMemory(() => 0)
    for (const id of [5, 5, 6]) memory.add(heard(id))
    expect(memory.since(1, 5)?.map(({ changeSetId }) => changeSetId)).toEqual([5, 6])
  })

  it('is not gone on from where the first batch of an act is forgotten', () => {
    const memory = createChangeMemory(() => 0)
    for (let batch = 0; batch < 201; batch += 1) memory.add(heard(5))
    expect(memory.since(1, 5)).toBeUndefined()
  })

  it('knows what came in a period, unless some of it came before it listened or is forgotten', () => {
    let now = 1000
    const memory = createChangeMemory(() => now)
    memory.add(heard(5))
    now = 1500
    memory.add(heard(6))
    expect(memory.within(1, 100)?.map(({ changeSetId }) => changeSetId)).toEqual([6])
    expect(memory.within(1, 500)?.map(({ changeSetId }) => changeSetId)).toEqual([5, 6])
    expect(memory.within(2, 500)).toEqual([])
    expect(memory.within(1, 501)).toBeUndefined()
    for (let one = 0; one < 200; one += 1) memory.add(heard(7))
    expect(memory.within(1, 0)).toHaveLength(200)
    now = 1600
    expect(memory.within(1, 200)).toBeUndefined()
    memory.clear()
    expect([memory.within(1, 0), memory.within(1, 1)]).toEqual([[], undefined])
  })

  it('says so when it forgot the changes of a tenant for those of others', () => {
    let now = 1000
    const memory = createChangeMemory(() => now)
    memory.add({ ...heard(5), tenantId: 1 })
    now = 2000
    for (let tenantId = 2; tenantId <= 1001; tenantId += 1) memory.add({ ...heard(6), tenantId })
    expect([memory.within(1, 999), memory.within(1, 1000)]).toEqual([[], undefined])
    expect(memory.within(1001, 0)).toHaveLength(1)
  })
})
