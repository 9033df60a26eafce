import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { enqueue, type AttemptResult, type LaneState, type OutboxItem, type Transport } from './outbox.ts'
import { startSender } from './sender.ts'

export const second = 1000
export const hour = 3600 * second

export let app: TestApp
export let sent: OutboxItem[]
export let lanes: LaneState[]
/** What each destination says; delivered where nothing is said. */
export let answers: Map<string, () => AttemptResult | Promise<AttemptResult>>
export let stops: (() => Promise<void>)[]

export const owner = () => app.application.platform.database.owner
export const db = () => app.application.platform.database.tenant(app.tenantId)
export const keys = () => sent.map(({ key }) => key)

/** Starts the application of a test file, and empties its outbox before each test. */
export function openOutbox(): void {
  beforeAll(async () => {
    app = await startTestApp({ LOG_LEVEL: 'error' })
  })
  beforeEach(async () => {
    await owner().query('truncate outbox_lane, outbox_item, outbox_attempt')
    sent = []
    lanes = []
    answers = new Map()
    stops = []
  })
  afterEach(async () => {
    for (const stop of stops) await stop()
  })
  afterAll(() => app.stop())
}

export const pauses = [5 * second, 300 * second, 1800 * second, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

const transport: Transport = {
  deadline: 15,
  mostAtOnce: 4,
  pauseAfter: (attempts) => pauses[attempts - 1],
  async send(item) {
    sent.push(item)
    return (await answers.get(item.lane)?.()) ?? { outcome: 'delivered' }
  },
  async recorded(_item, _result, lane) {
    lanes.push(lane)
  },
}

/** As another process on the database would, without its notices. */
export function start(holder?: number): { wake(): void } {
  const { clock, log } = app.application.platform
  const notices = { hear: () => undefined }
  const metrics = createMetrics({ web: false, worker: true })
  const transports = { test: transport }
  const sender = startSender({
    owner: owner(),
    notices,
    clock,
    log,
    metrics,
    transports,
    random: () => 0.5,
    ...(holder && { holder: () => holder }),
  })
  stops.push(() => sender.stop())
  return sender
}

export const put = (
  entries: readonly { key: string; lane?: string; payload?: unknown; inOrder?: string }[],
) =>
  enqueue(
    db(),
    app.tenantId,
    entries.map(({ key, lane = 'a', payload = {}, inOrder }) => ({
      channel: 'test',
      lane,
      key,
      payload,
      inOrder,
    })),
    app.clock.now(),
  )

export const numbered = (count: number, lane: string) =>
  Array.from({ length: count }, (_, at) => ({ key: `${lane}${at}`, lane }))

export const items = async () =>
  (await owner().query('select key, state, attempts, failure from outbox_item order by item_id')).rows
export const attempts = async () =>
  (await owner().query('select attempt, outcome, detail from outbox_attempt order by item_id, attempt')).rows

export const poll = (read: () => unknown) => expect.poll(read, { timeout: 20_000, interval: 20 })

/** Moves the clock to where the next attempt is due. */
export async function advanceToNext(): Promise<void> {
  const { rows } = await owner().query(
    `select greatest(min(i.due_at), min(l.open_until)) as at from outbox_item i join outbox_lane l using (tenant_id, lane)
     where i.state = 'waiting'`,
  )
  app.clock.advance(Math.max(0, rows[0].at.getTime() - app.clock.now().getTime()) + 1)
}
