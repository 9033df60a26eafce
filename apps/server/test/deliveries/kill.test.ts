import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { create } from '../../src/modules/record/record.fixture.ts'
import { log } from '../../src/modules/timeline/timeline.fixture.ts'
import {
  addWebhook,
  startReceiver,
  verified,
  type MadeWebhook,
  type Received,
  type Receiver,
} from '../../src/modules/webhook-management/webhook.fixture.ts'
import { secretKey, startTestApp, type Client, type TestApp } from '../harness.ts'
import { byLength } from '../length.ts'

const rounds = byLength(2, 100)
const [notesPerRound, accountsPerRound] = [90, 10]
const perRound = notesPerRound + accountsPerRound
/** Milliseconds after which what a killed process had leased is free again. */
const lease = 21_000
const program = fileURLToPath(new URL('sending-program.ts', import.meta.url))

let app: TestApp
let admin: Client
let account: number
let worker: ChildProcess | undefined
let receivers: { one: Receiver; batches: Receiver }

beforeAll(async () => {
  app = await startTestApp({ ALLOW_PRIVATE_ADDRESSES: 'on' })
  admin = await app.as('administrator')
  account = await create(admin, 'accounts', { name: 'Northwind' })
  receivers = { one: await startReceiver(), batches: await startReceiver() }
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await app.stop()
  await receivers.one.stop()
  await receivers.batches.stop()
})

const owner = () => app.application.platform.database.owner

let clockAhead = 0

function startWorker(): ChildProcess {
  return spawn(process.execPath, [program], {
    env: {
      ...process.env,
      DATABASE_URL: app.application.platform.database.url,
      SECRET_KEY: secretKey,
      CLOCK_AHEAD: String(clockAhead),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/** Ids that have come so far, counted on from where the last look ended. */
function countArrived({ received }: Receiver): () => number {
  const ids = new Set<unknown>()
  let looked = 0
  return () => {
    for (const { headers } of received.slice(looked)) ids.add(headers['webhook-id'])
    looked = received.length
    return ids.size
  }
}

/** Kills a worker as it has made a call, before it can write down the result: once so many events have come. */
function killAtEvent(killed: ChildProcess, count: number): void {
  const arrived = countArrived(receivers.one)
  for (const receiver of Object.values(receivers)) {
    receiver.answer((response) => {
      if (arrived() >= count) killed.kill('SIGKILL')
      response.writeHead(204).end()
    })
  }
}

async function happen(): Promise<void> {
  const notes = Array.from({ length: notesPerRound }, (_, nth) => ({
    on: ['accounts', account] as ['accounts', number],
    title: `Note ${nth}`,
  }))
  await log(app, admin, ...notes)
  for (let nth = 0; nth < accountsPerRound; nth += 1) await create(admin, 'accounts', { name: `New ${nth}` })
}

/** The ids of all events, from what the database says happened. */
async function happened(): Promise<string[]> {
  const { rows } = await owner().query<{ id: string }>(
    `select format('evt_%s_item_%s_1_note_created', tenant_id, item_id) as id from timeline_item where kind = 1
     union all
     select format('evt_%s_%s_%s_account_created', c.tenant_id, c.change_set_id, c.record_id)
     from record_change c join record r using (tenant_id, record_id)
     where r.level = 2 and c.kind = 1`,
  )
  return rows.map(({ id }) => id).toSorted()
}

const idsIn = (call: Received, { secret }: MadeWebhook): string[] => {
  const body = verified(call, secret)
  return body.type === 'batch' ? body.data.map(({ id }: { id: string }) => id) : [body.id]
}

/** Ids of calls that came with other bytes than before. */
function changedOnes(calls: readonly Received[]): unknown[] {
  const bodies = new Map<unknown, string>()
  return calls.flatMap(({ headers, body }) => {
    const id = headers['webhook-id']
    const before = bodies.get(id) ?? body
    bodies.set(id, before)
    return before === body ? [] : [id]
  })
}

async function countWaiting(): Promise<number> {
  const { rows } = await owner().query<{ n: number }>(
    `select (select count(*) from event) + (select count(*) from outbox_item where state = 'waiting') as n`,
  )
  return Number(rows[0]?.n)
}

const events = ['note.created', 'account.created']

it(
  `loses no delivery and records none that did not happen, in ${rounds} rounds in which the worker is killed`,
  { timeout: 120_000 + rounds * 20_000 },
  async () => {
    const one = await addWebhook(admin, receivers.one, { events })
    const batches = await addWebhook(admin, receivers.batches, { events, batches: true })
    for (let round = 0; round < rounds; round += 1) {
      await happen()
      worker = startWorker()
      const gone = once(worker, 'exit')
      const left = Math.floor(Math.random() * notesPerRound)
      killAtEvent(worker, (round + 1) * perRound - left)
      expect((await gone)[1]).toBe('SIGKILL')
      clockAhead += lease
      app.clock.advance(lease)
    }
    worker = startWorker()
    await expect.poll(countWaiting, { timeout: byLength(100_000, 300_000), interval: 200 }).toBe(0)
    worker.kill('SIGKILL')
    await once(worker, 'exit')

    const expected = await happened()
    expect(expected).toHaveLength(rounds * perRound + 1)
    for (const [receiver, webhook] of [
      [receivers.one, one],
      [receivers.batches, batches],
    ] as const) {
      const ids = receiver.received.flatMap((call) => idsIn(call, webhook))
      expect([...new Set(ids)].toSorted()).toEqual(expected)
      expect(changedOnes(receiver.received)).toEqual([])
      const { rows } = await owner().query<{ id: string; delivered: number; attempts: number }>(
        `select i.payload ->> 'id' as id, count(*) filter (where a.outcome = 'delivered')::int as delivered,
           count(*)::int as attempts
         from outbox_item i join outbox_attempt a using (tenant_id, item_id) where i.lane = $1 group by 1`,
        [`webhook:${webhook.webhookId}`],
      )
      const calls = Map.groupBy(receiver.received, ({ headers }) => String(headers['webhook-id']))
      const wrong = rows.filter(({ id, delivered, attempts }) => {
        const times = calls.get(id)?.length ?? 0
        return delivered !== 1 || times < delivered || times > attempts
      })
      expect(wrong).toEqual([])
      expect(rows).toHaveLength(calls.size)
      const repeated = receiver.received.length - calls.size
      process.stdout.write(
        `${rounds} kills: ${expected.length} events in ${calls.size} deliveries, ${repeated} repeated with their ids\n`,
      )
    }
  },
)
