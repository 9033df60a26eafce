import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { recordChanged } from '@steward/contracts/event/record.event'
import { openDatabase } from '../../apps/server/src/platform/db/database.ts'
import { startDispatcher } from '../../apps/server/src/platform/events/dispatcher.ts'
import { handle, type Subscriber } from '../../apps/server/src/platform/events/events.ts'
import { openNotices } from '../../apps/server/src/platform/notices/notices.ts'
import { createMetrics } from '../../apps/server/src/platform/telemetry/metrics.ts'
import { load, once, percentile, type Call } from '../load.ts'
import { endProcess, startSteward, type Stage } from '../stage.ts'

const subscriberCount = 12
const rounds = 6
/** Changes whose way to the last subscriber is timed. */
const timed = 100

export interface EventFigures {
  subscribers: number
  /** CPU milliseconds of the server for one change, without and with subscribers. */
  without: number
  with: number
  /** Milliseconds from the change to the last subscriber, while nothing else is done. */
  p95: number
}

/** Twelve subscribers in this process, which delivers in the place of a worker. */
async function openSubscribers(stage: Stage) {
  const database = openDatabase(stage.url, 10, 60_000)
  const notices = await openNotices(database)
  const metrics = createMetrics({ web: false, worker: true })
  const log = pino({ level: 'silent' })
  const arrivals = new Map<number, { count: number; milliseconds: number }>()
  const subscribers = Array.from({ length: subscriberCount }, (_, n): Subscriber => ({
    name: `bench-${n}`,
    handlers: [
      handle(recordChanged, async ({ eventId, at }) => {
        const count = (arrivals.get(eventId)?.count ?? 0) + 1
        arrivals.set(eventId, { count, milliseconds: Date.now() - at.getTime() })
      }),
    ],
  }))
  return {
    arrivals,
    start: () => startDispatcher({ database, notices, subscribers, metrics, log }),
    async close() {
      await notices.close()
      await database.close()
    },
  }
}

async function delivered({ client }: Stage): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from event')
    if (rows[0]?.n === 0) return
    await wait(50)
  }
}

/**
 * Changes one field of an account through the API of a process that only answers calls, in turns with twelve
 * subscribers and with none. The order within a round alternates, as the machine is not equally fast all the time.
 */
export async function benchEvents(stage: Stage, seconds: number): Promise<EventFigures> {
  await endProcess(stage.steward.process)
  const web = await startSteward(stage.url, stage.dataDir, stage.databasePid, { ROLES: 'web' })
  const only = { ...web, pids: web.pids.slice(0, 1) }
  const { data: account } = (await once(web, {
    method: 'POST',
    path: '/api/core/accounts',
    body: { globalFields: { name: 'Northwind' } },
  })) as { data: { accountId: number } }
  let value = 0
  const change = (): Call => {
    value += 1
    return {
      method: 'POST',
      path: `/api/core/accounts/${account.accountId}`,
      body: { data: { number_3: value } },
    }
  }
  const subscribers = await openSubscribers(stage)
  const spent = { without: 0, with: 0 }
  const measure = async (kind: 'without' | 'with') => {
    const dispatcher = kind === 'with' ? subscribers.start() : undefined
    spent[kind] += (await load(only, change, seconds, 4)).serverCpu / rounds
    if (dispatcher) await delivered(stage)
    await dispatcher?.stop()
    await stage.client.query('truncate event')
  }
  try {
    await load(only, change, seconds, 4)
    for (let round = 0; round < rounds; round += 1) {
      const order = ['without', 'with'] as const
      for (const kind of round % 2 === 0 ? order : order.toReversed()) await measure(kind)
    }
    subscribers.arrivals.clear()
    const dispatcher = subscribers.start()
    for (let n = 0; n < timed; n += 1) {
      await once(web, change())
      await delivered(stage)
    }
    await dispatcher.stop()
    const times = [...subscribers.arrivals.values()].map(({ milliseconds }) => milliseconds)
    const incomplete = [...subscribers.arrivals.values()].filter(({ count }) => count < subscriberCount)
    if (times.length < timed || incomplete.length > 0)
      throw new Error('Not all subscribers received all changes.')
    const p95 = percentile(
      times.toSorted((a, b) => a - b),
      0.95,
    )
    return { subscribers: subscriberCount, ...spent, p95 }
  } finally {
    await subscribers.close()
    await endProcess(web.process)
  }
}
