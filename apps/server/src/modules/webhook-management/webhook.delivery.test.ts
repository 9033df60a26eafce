import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emailImported } from '@steward/contracts/event/email.event'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { publish } from '../../platform/events/events.ts'
import { create, edit, good } from '../record/record.fixture.ts'
import { idsOf, startReceiver, verified, type Received, type Receiver } from './webhook.fixture.ts'

const second = 1000
const hour = 3600 * second
const url = 'webhook-management/webhooks'

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
  for (const { webhookId } of good(await admin.get(url)).data) good(await admin.delete(`${url}/${webhookId}`))
  await receiver.stop()
})
afterAll(() => app.stop())

const poll = (read: () => unknown) => expect.poll(read, { timeout: 30_000, interval: 50 })

interface Made {
  webhookId: number
  secret: string
}

async function addWebhook(fields: Record<string, unknown> = {}): Promise<Made> {
  const input = { endpoint: receiver.url, events: ['account.created', 'account.updated'], ...fields }
  return good(await admin.post(url, input)).data
}

async function deliveries(webhookId: number, query: Record<string, string> = {}) {
  return good(await admin.get(`${url}/${webhookId}/activity?${new URLSearchParams(query)}`))
}

/** Calls that tell of the bulk update: scores follow by themselves. */
const bulkCalls = () =>
  receiver.received.filter(({ body }) => body.includes('"pulse":{"before":1,"after":4}'))

describe('a change', () => {
  it('is sent signed, with the record as the API returns it, what changed, and who changed it', async () => {
    const { secret, webhookId } = await addWebhook({
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
    const { secret, webhookId } = await addWebhook()
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
    const { secret } = await addWebhook({ condition: { level: 2, rule }, includedFields: ['name'] })
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
    const [batching, single] = [await addWebhook({ events, batches: true }), await addWebhook({ events })]
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

describe('what is about no record', () => {
  it('is sent too: an email that was synced', async () => {
    const { secret } = await addWebhook({ events: ['import.finished', 'email.synced'] })
    const data = [{ id: await create(admin, 'accounts', { name: 'Updated' }), data: { about: 'More' } }]
    good(await admin.post('core/entity/bulk', { type: 'entity', level: 'account', data }))
    const db = app.application.platform.database.tenant(app.tenantId)
    const email = { itemId: 530, threadId: 12, recordIds: [41], by: admin.actor.userId }
    await transact(db, (tx) => publish(tx, app.tenantId, emailImported, email))
    await poll(() => receiver.received.map((call) => verified(call, secret).type)).toContain('email.synced')
    const call = receiver.received.find((one) => verified(one, secret).type === 'email.synced') as Received
    expect(verified(call, secret).data).toMatchObject({
      record: null,
      email: { itemId: 530, threadId: 12, recordIds: [41] },
      actor: { kind: 'person', id: admin.actor.userId },
    })
    // A bulk update is no import.
    expect(receiver.received).toHaveLength(1)
  })
})

describe('a delivery that fails', () => {
  it('is tried eight times in 28 hours, with the same id and bytes; after five days the webhook is deactivated, and replays all', async () => {
    receiver.answer((response) => void response.writeHead(500, { 'x-why': 'down' }).end('No'))
    const { webhookId, secret } = await addWebhook({ events: ['account.created'] })
    const start = app.clock.now().getTime()
    await create(admin, 'accounts', { name: 'Failing' })
    const { owner } = app.application.platform.database
    const lane = `webhook:${webhookId}`
    const nextAt = async (): Promise<number | undefined> => {
      const { rows } = await owner.query(
        `select greatest(min(i.due_at), min(l.open_until)) as at from outbox_item i join outbox_lane l using (tenant_id, lane)
         where i.lane = $1 and i.state = 'waiting' and i.leased_until is null`,
        [lane],
      )
      return rows[0].at?.getTime()
    }
    const ended = async (): Promise<number> => {
      const { rows } = await owner.query(
        `select count(*)::int as n from outbox_item i join outbox_attempt a using (tenant_id, item_id)
         where i.lane = $1 and a.ended_at is not null`,
        [lane],
      )
      return rows[0].n
    }
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await poll(() => receiver.received.length).toBe(attempt)
      await poll(ended).toBe(attempt)
      const at = await nextAt()
      if (at) app.clock.advance(at - app.clock.now().getTime() + 1)
    }
    await poll(async () => (await deliveries(webhookId)).data[0].state).toBe('failed')
    const [{ deliveryId }] = (await deliveries(webhookId)).data
    const { attemptList } = good(await admin.get(`${url}/${webhookId}/activity/${deliveryId}`)).data
    const times = attemptList.map(
      ({ startedAt }: { startedAt: string }) => (Date.parse(startedAt) - start) / hour,
    )
    // eslint-disable-next-line no-console -- the times are read by people
    console.log('hours of the attempts:', times.map((time: number) => time.toFixed(3)).join(' '))
    expect(times).toHaveLength(8)
    expect(times.at(-1)).toBeGreaterThan(21)
    expect(times.at(-1)).toBeLessThan(34)
    expect(new Set(idsOf(receiver.received)).size).toBe(1)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    for (const call of receiver.received) expect(verified(call, secret).type).toBe('account.created')

    app.clock.advance(4 * 24 * hour)
    const late = await create(admin, 'accounts', { name: 'Late' })
    await poll(async () => good(await admin.get(`${url}/${webhookId}`)).data.status).toBe(0)
    expect(good(await admin.get(`${url}/${webhookId}`)).data.disabledReason).toBe(
      'Every call failed for five days.',
    )
    const { rows: mails } = await owner.query(
      `select recipient from message where template = 'webhook-disabled'`,
    )
    expect(mails.map(({ recipient }) => recipient)).toContain(
      (await owner.query('select email from app_user where user_id = $1', [admin.actor.userId])).rows[0]
        .email,
    )

    receiver.received.length = 0
    const refused = await admin.post(`${url}/${webhookId}/replay`, { deliveryId })
    expect({ status: refused.status, reason: refused.body.reason }).toEqual({
      status: 409,
      reason: 'webhook.inactive',
    })
    good(await admin.post(`${url}/${webhookId}/status`, { status: 1 }))
    // It is given another five days.
    good(await admin.post(`${url}/${webhookId}/replay`, { deliveryId }))
    await poll(() => receiver.received.length).toBe(1)
    await poll(async () => (await deliveries(webhookId)).data[0].result).toBe('Server Error')
    expect(good(await admin.get(`${url}/${webhookId}`)).data.status).toBe(1)
    good(await admin.post(`${url}/${webhookId}/status`, { status: 0 }))
    good(await admin.post(`${url}/${webhookId}/status`, { status: 1 }))
    receiver.answer(undefined)
    receiver.received.length = 0
    const failedSince = new Date(start - hour).toISOString()
    expect(good(await admin.post(`${url}/${webhookId}/replay`, { failedSince })).data.deliveries).toBe(2)
    await poll(() => receiver.received.length).toBe(2)
    const replayed = receiver.received.map((call) => verified(call, secret))
    expect(replayed.every((one) => one.replayed === true)).toBe(true)
    expect(replayed.map(({ data }) => data.record.accountId)).toContain(late)
    expect(good(await admin.post(`${url}/${webhookId}/replay`, { failedSince })).data.deliveries).toBe(0)
  }, 240_000)

  it('is not tried again where the endpoint is gone; the webhook is deactivated', async () => {
    receiver.answer((response) => void response.writeHead(410).end())
    const { webhookId } = await addWebhook()
    await create(admin, 'accounts', { name: 'Gone' })
    await poll(async () => good(await admin.get(`${url}/${webhookId}`)).data.status).toBe(0)
    expect((await deliveries(webhookId)).data).toMatchObject([
      { state: 'failed', result: 'Client Error', attempts: 1 },
    ])
    expect(receiver.received).toHaveLength(1)
  })

  it('is left alone for as long as the endpoint asks', async () => {
    receiver.answer((response) => void response.writeHead(429, { 'retry-after': '7200' }).end())
    const { webhookId } = await addWebhook()
    await create(admin, 'accounts', { name: 'Slowly' })
    await poll(async () => (await deliveries(webhookId)).data[0]?.result).toBe('Client Error')
    const [{ nextAttemptAt }] = (await deliveries(webhookId)).data
    expect(Date.parse(nextAttemptAt) - app.clock.now().getTime()).toBeGreaterThan(7000 * second)
  })

  it('is sent at once where the endpoint is changed, or its credentials, while it waits', async () => {
    receiver.answer((response) => void response.writeHead(503, { 'retry-after': '7200' }).end())
    const { webhookId } = await addWebhook({ events: ['account.created'] })
    for (let nth = 0; nth < 8; nth += 1) await create(admin, 'accounts', { name: `Waiting ${nth}` })
    const { owner } = app.application.platform.database
    const lane = async () =>
      (
        await owner.query(
          `select open_until > $2 as "isPaused", (select count(*)::int from outbox_item i
            where i.lane = l.lane and i.leased_until is not null) as "underWay"
           from outbox_lane l where lane = $1`,
          [`webhook:${webhookId}`, app.clock.now()],
        )
      ).rows[0]
    await poll(lane).toEqual({ isPaused: true, underWay: 0 })
    const events = ['account.created']
    good(await admin.put(`${url}/${webhookId}`, { endpoint: receiver.url, events }))
    expect(await lane()).toEqual({ isPaused: true, underWay: 0 })
    receiver.answer(undefined)
    receiver.received.length = 0
    const authentication = { type: 'token', token: 'another' }
    good(await admin.put(`${url}/${webhookId}`, { endpoint: receiver.url, events, authentication }))
    await poll(() => new Set(idsOf(receiver.received)).size).toBe(8)
    await poll(async () => good(await admin.get(`${url}/${webhookId}`)).data.waiting).toBe(0)
  })

  it('is not sent once the webhook is deleted during a call', async () => {
    const hanging = Promise.withResolvers<void>()
    receiver.answer((response) => void hanging.promise.then(() => response.writeHead(500).end()))
    const { webhookId } = await addWebhook()
    await create(admin, 'accounts', { name: 'Deleted meanwhile' })
    await poll(() => receiver.received.length).toBe(1)
    good(await admin.delete(`${url}/${webhookId}`))
    hanging.resolve()
    const { owner } = app.application.platform.database
    const read = async () =>
      (await owner.query('select state, failure from outbox_item where lane = $1', [`webhook:${webhookId}`]))
        .rows
    await poll(async () => (await read())[0].failure).toContain('500')
    app.clock.advance(hour)
    await poll(read).toEqual([{ state: 'failed', failure: 'The webhook was deleted.' }])
    expect(receiver.received).toHaveLength(1)
  })
})

describe('a replay of a time', () => {
  it('is read from the ledger, with the same ids and the same data', async () => {
    const { webhookId, secret } = await addWebhook()
    const from = new Date(app.clock.now().getTime() - second).toISOString()
    const id = await create(admin, 'accounts', { name: 'Once' })
    await edit(admin, 'accounts', id, { name: 'Twice' })
    await poll(() => receiver.received.length).toBe(2)
    const first = receiver.received.splice(0)
    const to = new Date(app.clock.now().getTime() + second).toISOString()
    expect(good(await admin.post(`${url}/${webhookId}/replay`, { from, to })).data.deliveries).toBeNull()
    await poll(() => receiver.received.length).toBe(2)
    expect(idsOf(receiver.received).toSorted()).toEqual(idsOf(first).toSorted())
    const told = (calls: readonly Received[]) =>
      new Map(calls.map((call) => [call.headers['webhook-id'], verified(call, secret).data]))
    expect(told(receiver.received)).toEqual(told(first))
    expect(receiver.received.every((call) => verified(call, secret).replayed === true)).toBe(true)
  })
})
