import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'
import {
  addWebhook,
  deleteWebhooks,
  deliveriesOf,
  idsOf,
  startReceiver,
  verified,
  webhooksPath as url,
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

describe('a delivery that fails', () => {
  it('is tried eight times in 28 hours, with the same id and bytes; after five days the webhook is deactivated, and replays all', async () => {
    receiver.answer((response) => void response.writeHead(500, { 'x-why': 'down' }).end('No'))
    const { webhookId, secret } = await add({ events: ['account.created'] })
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
    const { webhookId } = await add()
    await create(admin, 'accounts', { name: 'Gone' })
    await poll(async () => good(await admin.get(`${url}/${webhookId}`)).data.status).toBe(0)
    expect((await deliveries(webhookId)).data).toMatchObject([
      { state: 'failed', result: 'Client Error', attempts: 1 },
    ])
    expect(receiver.received).toHaveLength(1)
  })

  it('is left alone for as long as the endpoint asks', async () => {
    receiver.answer((response) => void response.writeHead(429, { 'retry-after': '7200' }).end())
    const { webhookId } = await add()
    await create(admin, 'accounts', { name: 'Slowly' })
    await poll(async () => (await deliveries(webhookId)).data[0]?.result).toBe('Client Error')
    const [{ nextAttemptAt }] = (await deliveries(webhookId)).data
    expect(Date.parse(nextAttemptAt) - app.clock.now().getTime()).toBeGreaterThan(7000 * second)
  })

  it('is sent at once where the endpoint is changed, or its credentials, while it waits', async () => {
    receiver.answer((response) => void response.writeHead(503, { 'retry-after': '7200' }).end())
    const { webhookId } = await add({ events: ['account.created'] })
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
    const { webhookId } = await add()
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
