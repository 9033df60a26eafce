import { load, once, percentile, type Call } from '../load.ts'
import { endProcess, runProgram, startSteward, type Stage } from '../stage.ts'
import { addWebhook, deleteWebhooks, startReceiver, untilTrue, type Receiver } from './webhook.stage.ts'

const webhookCount = 20
const followers = 50
const rounds = 6
/** Changes whose way to the endpoint is timed. */
const timed = 100
const events = ['account.updated']

export interface WebhookFigures {
  webhooks: number
  followers: number
  /** CPU milliseconds of server and database for one change, without and with webhooks and followers. */
  without: number
  with: number
  deliveries: number
  /** Deliveries a second. */
  bareRate: number
  rate: number
  /** Milliseconds from the answer to a change until its call arrives, while nothing else is done. */
  p95: number
}

async function createAccount({ steward }: Stage, name: string): Promise<number> {
  const body = { globalFields: { name } }
  const made = await once(steward, { method: 'POST', path: '/api/core/accounts', body })
  return (made as { data: { accountId: number } }).data.accountId
}

let value = 0

function change(accountId: number): Call {
  value += 1
  return { method: 'POST', path: `/api/core/accounts/${accountId}`, body: { data: { number_3: value } } }
}

async function follow({ client, setup }: Stage, accountId: number): Promise<void> {
  await client.query(
    `with made as (
       insert into app_user (tenant_id, email, first_name, role_id, status, created_at)
       select $1, 'hook' || i || '@bench.example', 'Follower ' || i, 2, 'ACTIVE', now()
       from generate_series(1, $2::int) i returning user_id)
     insert into notification_follow (tenant_id, record_id, user_id, follows)
     select $1, $3, user_id, true from made`,
    [setup.tenantId, followers, accountId],
  )
}

/** A change through a process that only answers calls, in turns with webhooks and followers and without. */
async function costOfChange(stage: Stage, receiver: Receiver, seconds: number) {
  const [plain, followed] = [await createAccount(stage, 'Plain'), await createAccount(stage, 'Followed')]
  await follow(stage, followed)
  await endProcess(stage.steward.process)
  const web = await startSteward(stage.url, stage.dataDir, stage.databasePid, {
    ROLES: 'web',
    ALLOW_PRIVATE_ADDRESSES: 'on',
  })
  const spent = { without: 0, with: 0 }
  const measure = async (kind: 'without' | 'with') => {
    const ids: number[] = []
    for (let nth = 0; kind === 'with' && nth < webhookCount; nth += 1) {
      ids.push(await addWebhook({ ...stage, steward: web }, { endpoint: receiver.url, events }))
    }
    spent[kind] += (await load(web, () => change(ids.length > 0 ? followed : plain), seconds, 4)).cpu / rounds
    await deleteWebhooks({ ...stage, steward: web }, ids)
    await stage.client.query('truncate event')
  }
  await load(web, () => change(plain), seconds, 4)
  for (let round = 0; round < rounds; round += 1) {
    const order = ['without', 'with'] as const
    for (const kind of round % 2 === 0 ? order : order.toReversed()) await measure(kind)
  }
  await endProcess(web.process)
  return spent
}

/** The same payloads for both: what a change of an account is reported with. */
async function fillDeliveries({ client, setup }: Stage, webhookId: number, count: number): Promise<void> {
  const lane = `webhook:${webhookId}`
  const values = [setup.tenantId, count, lane, webhookId]
  await client.query(`update outbox_lane set open_until = now() + interval '1 hour' where lane = $1`, [lane])
  await client.query(
    `with sample as (select payload from webhook_message where tenant_id = $1 order by message_id desc limit 1),
     message as (
       insert into webhook_message (tenant_id, event_id, type, payload, created_at)
       select $1, 'evt_bench_' || i, 'account.updated', payload, now() from sample, generate_series(1, $2::int) i
       returning message_id, event_id)
     insert into outbox_item (tenant_id, lane, key, payload, due_at, created_at)
     select $1, $3, event_id, jsonb_build_object('webhookId', $4::int, 'id', event_id, 'event', 'account.updated',
       'count', 1, 'messageIds', jsonb_build_array(message_id), 'timestamp', '2026-01-01T00:00:00.000Z',
       'isBatch', false, 'isReplay', false), now(), now()
     from message order by message_id`,
    values,
  )
  await client.query(`create table ideal.delivery as
    select message_id as id, event_id as message_id, payload, null::int as status, null::timestamptz as at
    from webhook_message where event_id like 'evt_bench_%';
    create index on ideal.delivery (id) where status is null; alter table ideal.delivery add primary key (id)`)
  await client.query('vacuum (analyze) ideal.delivery')
  await client.query('vacuum (analyze) outbox_item')
  await client.query('vacuum (analyze) webhook_message')
}

async function rateOfDeliveries(stage: Stage, receiver: Receiver, webhookId: number, count: number) {
  const { client, url } = stage
  await fillDeliveries(stage, webhookId, count)
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const bare = async () =>
    Number(await runProgram('bench/webhook/delivery.floor.ts', [url, receiver.url, secret]))
  const before = await bare()
  await receiver.reset()
  const from = performance.now()
  await client.query(`update outbox_lane set open_until = null where lane = $1`, [`webhook:${webhookId}`])
  await client.query(`select pg_notify('steward_outbox', '')`)
  await untilTrue(async () => (await receiver.read()).calls >= count)
  await untilTrue(async () => {
    const { rows } = await client.query(`select from outbox_item where state = 'waiting' limit 1`)
    return rows.length === 0
  }, 5)
  const rate = count / ((performance.now() - from) / 1000)
  await client.query('update ideal.delivery set status = null')
  // The machine is not equally fast all the time.
  const bareRate = (before + (await bare())) / 2
  return { bareRate, rate }
}

/** From the answer to a change to the arrival of its call, one after the other. */
async function timesOfArrival({ steward }: Stage, receiver: Receiver, accountId: number): Promise<number[]> {
  const times: number[] = []
  for (let nth = 0; nth < timed; nth += 1) {
    await receiver.reset()
    await once(steward, change(accountId))
    const committed = Date.now()
    await untilTrue(async () => (await receiver.read()).calls > 0, 10)
    times.push(Math.max(0, (await receiver.read()).at - committed))
  }
  return times.toSorted((a, b) => a - b)
}

/** What webhooks cost who changes a record, how many calls leave a second, and how soon one does. */
export async function benchWebhooks(stage: Stage, seconds: number, count: number): Promise<WebhookFigures> {
  const receiver = await startReceiver()
  try {
    const cost = await costOfChange(stage, receiver, seconds)
    const steward = await startSteward(stage.url, stage.dataDir, stage.databasePid, {
      ALLOW_PRIVATE_ADDRESSES: 'on',
    })
    const working = { ...stage, steward }
    try {
      const accountId = await createAccount(working, 'Northwind')
      const webhookId = await addWebhook(working, { endpoint: receiver.url, events })
      const times = await timesOfArrival(working, receiver, accountId)
      const rates = await rateOfDeliveries(working, receiver, webhookId, count)
      return {
        webhooks: webhookCount,
        followers,
        ...cost,
        deliveries: count,
        ...rates,
        p95: percentile(times, 0.95),
      }
    } finally {
      await endProcess(steward.process)
    }
  } finally {
    await receiver.stop()
  }
}
