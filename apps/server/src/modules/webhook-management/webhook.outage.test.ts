import { createServer as createSecureServer, type Server } from 'node:https'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { byLength } from '../../../test/length.ts'
import { untrusted } from '../../../test/untrusted-certificate.ts'
import { create, good } from '../record/record.fixture.ts'
import {
  addWebhook,
  deliveriesOf,
  idsOf,
  startReceiver,
  verified,
  webhooksPath as url,
  type Receiver,
} from './webhook.fixture.ts'

const hour = 3600_000
const attempts = 8

let app: TestApp
let admin: Client
let receiver: Receiver
let secure: Server
let closed: Receiver

beforeAll(async () => {
  app = await startTestApp({ ALLOW_PRIVATE_ADDRESSES: 'on', LOG_LEVEL: 'fatal' })
  admin = await app.as('administrator')
  await app.application.startWorker()
  receiver = await startReceiver()
  closed = await startReceiver()
  await closed.stop()
  secure = createSecureServer(untrusted, (_request, response) => response.end())
  await new Promise<void>((listening) => void secure.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  await app.stop()
  await receiver.stop()
  secure.close()
})

const poll = (read: () => unknown) => expect.poll(read, { timeout: 60_000, interval: 50 })
const owner = () => app.application.platform.database.owner

function drip(response: ServerResponse): void {
  response.writeHead(200)
  const dripping = setInterval(() => response.write('a'), 1000)
  response.on('close', () => clearInterval(dripping))
}

/** What an endpoint does with a call to its path, and what each attempt is shown as. */
type Ways = Record<string, { answer: (response: ServerResponse) => void; result: string }>

const answering: Ways = {
  'has an error': { answer: (response) => void response.writeHead(500).end('No'), result: 'Server Error' },
  'refuses what it is sent': {
    answer: (response) => void response.writeHead(400).end(),
    result: 'Client Error',
  },
  redirects: {
    answer: (response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    result: 'Unknown',
  },
  'hangs up': { answer: (response) => void response.destroy(), result: 'Unknown' },
  // Each attempt takes its 15 seconds.
  ...byLength<Ways>(
    {},
    {
      hangs: { answer: () => undefined, result: 'Timeout' },
      'sends one byte per second': { answer: drip, result: 'Timeout' },
    },
  ),
}

const pathOf = (way: string): string => `/${way.replaceAll(' ', '-')}`

const unreachable = () => ({
  'has an invalid certificate': `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`,
  'is not there': closed.url,
})

interface Failing {
  way: string
  webhookId: number
  secret: string
  result: string
}

async function addAll(): Promise<Failing[]> {
  const { origin } = new URL(receiver.url)
  const ways = [
    ...Object.entries(answering).map(([way, { result }]) => ({
      way,
      endpoint: origin + pathOf(way),
      result,
    })),
    ...Object.entries(unreachable()).map(([way, endpoint]) => ({ way, endpoint, result: 'Unknown' })),
  ]
  const made: Failing[] = []
  for (const { way, endpoint, result } of ways) {
    const events = ['account.created']
    made.push({ way, result, ...(await addWebhook(admin, receiver, { endpoint, events })) })
  }
  return made
}

/** What is under way or due by now, and when the last of those makes its next attempt that have made the fewest. */
async function look(): Promise<{ underWay: number; due: number; nextAt: Date | null }> {
  const { rows } = await owner().query(
    `with item as (
       select i.leased_until is not null as leased, greatest(i.due_at, l.open_until) as at, i.attempts as made
       from outbox_item i join outbox_lane l using (tenant_id, lane)
       where i.state = 'waiting' and i.lane like 'webhook:%')
     select count(*) filter (where leased)::int as "underWay", count(*) filter (where at <= $1)::int as due,
       max(at) filter (where made = (select min(made) from item)) as "nextAt" from item`,
    [app.clock.now()],
  )
  return rows[0]
}

/** Continues from one attempt to the next until none is left. Those that hang fall behind the others at first. */
async function letAllFail(): Promise<void> {
  for (;;) {
    await poll(look).toMatchObject({ underWay: 0, due: 0 })
    const { nextAt } = await look()
    if (!nextAt) return
    app.clock.advance(nextAt.getTime() - app.clock.now().getTime() + 1)
  }
}

async function attemptsOf({ webhookId }: Failing) {
  const [{ deliveryId }] = (await deliveriesOf(admin, webhookId, { sort: 'createdAt' })).data
  return good(await admin.get(`${url}/${webhookId}/activity/${deliveryId}`)).data.attemptList
}

it(
  'is tried eight times in 28 hours however it fails, deactivated after five days, and replayed completely',
  { timeout: byLength(180_000, 600_000) },
  async () => {
    receiver.answer((response, { path }) =>
      Object.entries(answering)
        .find(([way]) => pathOf(way) === path)?.[1]
        .answer(response),
    )
    const all = await addAll()
    const start = app.clock.now().getTime()
    const first = await create(admin, 'accounts', { name: 'Failing' })
    await poll(async () => (await look()).nextAt).not.toBe(null)
    await letAllFail()
    for (const failing of all) {
      const list = await attemptsOf(failing)
      const hours = list.map(({ startedAt }: { startedAt: string }) => (Date.parse(startedAt) - start) / hour)
      const times = hours.map((time: number) => time.toFixed(3)).join(' ')
      process.stdout.write(`an endpoint that ${failing.way}: ${list.at(-1).result}, hours ${times}\n`)
      expect(list.map(({ result }: { result: string }) => result)).toEqual(
        Array(attempts).fill(failing.result),
      )
      expect(hours.at(-1)).toBeGreaterThan(21)
      expect(hours.at(-1)).toBeLessThan(34)
    }

    app.clock.advance(4 * 24 * hour)
    const late = await create(admin, 'accounts', { name: 'Late' })
    const statuses = async () =>
      good(await admin.get(url)).data.map(({ status }: { status: number }) => status)
    await poll(statuses).toEqual(all.map(() => 0))
    const { rows: mails } = await owner().query(
      `select recipient from message where template = 'webhook-disabled'`,
    )
    expect(mails).toHaveLength(all.length)

    receiver.answer(undefined)
    receiver.received.length = 0
    const failedSince = new Date(start - hour).toISOString()
    for (const { webhookId, way } of all) {
      const endpoint = new URL(receiver.url).origin + pathOf(way)
      good(await admin.put(`${url}/${webhookId}`, { endpoint, events: ['account.created'], status: 1 }))
      expect(good(await admin.post(`${url}/${webhookId}/replay`, { failedSince })).data.deliveries).toBe(2)
    }
    await poll(() => receiver.received.length).toBe(2 * all.length)
    for (const { way, secret } of all) {
      const calls = receiver.received.filter(({ path }) => path === pathOf(way))
      const told = calls.map((call) => verified(call, secret))
      expect(told.map(({ data }) => data.record.accountId).toSorted((a, b) => a - b)).toEqual([first, late])
      expect(told.every(({ replayed }) => replayed === true)).toBe(true)
      expect(new Set(idsOf(calls)).size).toBe(2)
    }
  },
)
