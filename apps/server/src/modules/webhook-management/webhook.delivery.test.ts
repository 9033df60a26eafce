import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { create, edit, good } from '../record/record.fixture.ts'
import {
  addWebhook,
  deleteWebhooks,
  deliveriesOf,
  idsOf,
  startReceiver,
  verified,
  webhooksPath as url,
  type Received,
  type Receiver,
} from './webhook.fixture.ts'

const second = 1000
const hour = 3600 * second

let app: TestApp
let admin: Client
let receiver: Receiver

beforeAll(async () => {
  app = await startTestApp({ ALLOW_PRIVATE_ADDRESSES: 'on', LOG_LEVEL: 'fatal' })
  admin = await app.as('administrator')
  await app.application.startWorker()
})
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await deleteWebhooks(admin)
  await receiver.stop()
})
afterAll(() => app.stop())

const poll = (read: () => unknown) => expect.poll(read, { timeout: 30_000, interval: 50 })

const add = (fields: Record<string, unknown> = {}) => addWebhook(admin, receiver, fields)
const deliveries = (webhookId: number, query: Record<string, string> = {}) =>
  deliveriesOf(admin, webhookId, query)

/** Calls that tell of the bulk update: scores follow by themselves. */
const bulkCalls = () =>
  receiver.received.filter(({ body }) => body.includes('"pulse":{"before":1,"after":4}'))

describe('a change', () => {
  it('is sent signed, with the record as the API returns it, what changed, and who changed it', async () => {
    const { secret, webhookId } = await add({
      authentication: { type: 'token', token: 'a-token' },
      headers: [{ name: 'X-Source', value: 'steward' }],
    })
    const id = await create(admin, 'accounts', { name: 'Acme' })
    await poll(() => receiver.received.length).toBe(1)
    const changeSetId = await edit(admin, 'accounts', id, { name: 'Acme 2' })
    await poll(() => receiver.received.length).toBe(2)
    const [first, last] = receiver.received as [Received, Received]
    expect(verified(first, secret)).toMatchObject({ type: 'account.created', data: { changes: {} } })
    const record = good(await admin.get(`core/accounts/${id}`)).data
    expect(verified(last, secret)).toEqual({
      id: last.headers['webhook-id'],
      type: 'account.updated',
      timestamp: expect.any(String),
      data: {
        record,
        changes: { name: { before: 'Acme', after: 'Acme 2' } },
        actor: { kind: 'person', id: admin.actor.userId },
        changeSet: changeSetId,
        version: record.version,
      },
    })
    expect(last.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer a-token',
      'x-source': 'steward',
    })
    await poll(async () =>
      (await deliveries(webhookId)).data.map(({ state }: { state: string }) => state),
    ).toEqual(['delivered', 'delivered'])
    const activity = await deliveries(webhookId, { filters: JSON.stringify({ event: ['account.updated'] }) })
    expect(activity).toMatchObject({
      totalItemCount: 1,
      data: [{ result: 'Success', status: 204, attempts: 1 }],
    })
    const path = `${url}/${webhookId}/activity/${activity.data[0].deliveryId}`
    const detail = good(await admin.get(path)).data
    expect(detail).toMatchObject({ requestBody: last.body, attemptList: [{ attempt: 1, status: 204 }] })
    expect(JSON.stringify(detail)).not.toMatch(/a-token|v1,|steward"/)
    expect(good(await admin.get(`${url}/${webhookId}`)).data).toMatchObject({
      lastResult: 'Success',
      successRate: 1,
    })
  })

  it('is signed with both secrets for a day after a rotation', async () => {
    const { secret, webhookId } = await add()
    const next = good(await admin.post(`${url}/${webhookId}/secret`)).data.secret
    const id = await create(admin, 'accounts', { name: 'Both' })
    await poll(() => receiver.received.length).toBe(1)
    expect(verified(receiver.received[0] as Received, secret).type).toBe('account.created')
    expect(verified(receiver.received[0] as Received, next).type).toBe('account.created')
    app.clock.advance(24 * hour)
    await edit(admin, 'accounts', id, { name: 'One' })
    await poll(() => receiver.received.length).toBe(2)
    expect(verified(receiver.received[1] as Received, next).type).toBe('account.updated')
    expect(() => verified(receiver.received[1] as Received, secret)).toThrow('No matching signature found')
  })

  it('is sent only of records that meet the condition, with the included fields', async () => {
    const rule = { field: 'name', operator: 'contains', value: 'Big' }
    const { secret } = await add({ condition: { level: 2, rule }, includedFields: ['name'] })
    const input = { events: ['account.created'], condition: { level: 2, rule } }
    const before = good(await admin.post(`${url}/preview`, input)).data
    await create(admin, 'accounts', { name: 'Small', about: 'Hidden' })
    await create(admin, 'accounts', { name: 'Big', about: 'Hidden' })
    await poll(() => receiver.received.length).toBe(1)
    const { data } = verified(receiver.received[0] as Received, secret)
    expect(data.record.globalFields).toEqual({ name: 'Big' })
    const after = good(await admin.post(`${url}/preview`, input)).data
    expect({ more: after.count - before.count, isComplete: after.isComplete }).toEqual({
      more: 1,
      isComplete: true,
    })
  })

  it('to many records is sent in batches, or one by one', async () => {
    const ids: number[] = []
    for (let nth = 0; nth < 5; nth += 1)
      ids.push(await create(admin, 'accounts', { name: `Many ${nth}`, pulse: 1 }))
    const events = ['account.updated']
    const [batching, single] = [await add({ events, batches: true }), await add({ events })]
    const { platform, modules } = app.application
    await transact(platform.database.tenant(app.tenantId), (tx) =>
      modules.bulkUpdates.write(
        tx,
        admin.actor,
        2,
        { data: { 'system:pulse': 4 }, mode: 'set' },
        { at: new Date() },
        ids,
        0,
      ),
    )
    await poll(() => bulkCalls().length).toBe(6)
    const batch = bulkCalls().find(({ body }) => body.startsWith('{"type":"batch"')) as Received
    const singles = bulkCalls().filter((one) => one !== batch)
    const { data } = verified(batch, batching.secret)
    expect(data.map((one: { data: { record: { accountId: number } } }) => one.data.record.accountId)).toEqual(
      ids,
    )
    expect(idsOf(singles).toSorted()).toEqual(data.map(({ id }: { id: string }) => id).toSorted())
    for (const one of singles)
      expect(verified(one, single.secret).data.changes.pulse).toEqual({ before: 1, after: 4 })
  })
})

describe('a replay of a time', () => {
  it('is read from the ledger, with the same ids and the same data', async () => {
    // Changes of other tests come first. Their consequences may come in between, and are not meant.
    app.clock.advance(hour)
    const { webhookId, secret } = await add()
    const from = new Date(app.clock.now().getTime() - second).toISOString()
    const id = await create(admin, 'accounts', { name: 'Once' })
    await edit(admin, 'accounts', id, { name: 'Twice' })
    const own = () =>
      receiver.received.filter((call) => {
        const isOfRecord = String(call.headers['webhook-id']).includes(`_${id}_account_`)
        return isOfRecord && verified(call, secret).data.actor.kind === 'person'
      })
    await poll(() => own().length).toBe(2)
    const first = own()
    receiver.received.splice(0)
    const to = new Date(app.clock.now().getTime() + second).toISOString()
    expect(good(await admin.post(`${url}/${webhookId}/replay`, { from, to })).data.deliveries).toBeNull()
    await poll(() => own().length).toBe(2)
    expect(idsOf(own()).toSorted()).toEqual(idsOf(first).toSorted())
    const told = (calls: readonly Received[]) =>
      new Map(calls.map((call) => [call.headers['webhook-id'], verified(call, secret).data]))
    expect(told(own())).toEqual(told(first))
    expect(own().every((call) => verified(call, secret).replayed === true)).toBe(true)
  })
})
