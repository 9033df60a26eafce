import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { Gauge } from 'prom-client'
import { readOutbox, type OutboxState } from '../outbox/outbox.health.ts'
import { readTicker, type TickerState } from '../schedule/ticker.health.ts'
import type { Metrics } from './metrics.ts'

/** How long an answer of the database is good for, and how long is waited for it. Milliseconds. */
const goodFor = 1000
const patience = 3000

const sql = `
  select task_identifier as task,
    count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as ready,
    count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::int as later,
    count(*) filter (where locked_at is not null)::int as running,
    count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
    coalesce(extract(epoch from max(now() - run_at)
      filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::float8 as seconds
  from graphile_worker.jobs group by 1`

const eventSql = `
  select count(*)::int as waiting, coalesce(extract(epoch from now() - min(at)), 0)::float8 as seconds
  from (select at from event order by event_id limit 100000) as oldest`

const failureSql = 'select count(*)::int as failed from (select from event_failure limit 100000) as listed'

const states = ['ready', 'later', 'running', 'failed'] as const

type Jobs = { task: string; seconds: number } & Record<(typeof states)[number], number>

interface Queues {
  ticker: TickerState | undefined
  outbox: OutboxState
  jobs: Jobs[]
  events: { waiting: number; seconds: number }
  failedDeliveries: number
}

async function readQueues(owner: pg.Pool): Promise<Queues> {
  const [jobs, events, failures, ticker, outbox] = await Promise.all([
    owner.query<Jobs>(sql),
    owner.query<Queues['events']>(eventSql),
    owner.query<{ failed: number }>(failureSql),
    readTicker(owner),
    readOutbox(owner),
  ])
  return {
    ticker,
    outbox,
    jobs: jobs.rows,
    events: events.rows[0] ?? { waiting: 0, seconds: 0 },
    failedDeliveries: failures.rows[0]?.failed ?? 0,
  }
}

/** Asks at most once in a while, however many look; undefined when the database does not answer in time. */
function reader(owner: pg.Pool): () => Promise<Queues | undefined> {
  let at = -Infinity
  let answer: Promise<Queues | undefined> = Promise.resolve(undefined)
  return () => {
    const now = performance.now()
    if (now - at < goodFor) return answer
    at = now
    const read = readQueues(owner).catch(() => undefined)
    answer = Promise.race([read, wait(patience, undefined, { ref: false })])
    return answer
  }
}

/** Gauges of one number: name, help, and where it is. */
const figures: readonly [string, string, (queues: Queues) => number][] = [
  [
    'steward_events_waiting',
    'Events that at least one subscriber has not handled yet',
    ({ events }) => events.waiting,
  ],
  ['steward_event_oldest_seconds', 'Age of the oldest waiting event', ({ events }) => events.seconds],
  [
    'steward_event_deliveries_failed',
    'Deliveries of events that failed and wait for an administrator to retry or discard them',
    ({ failedDeliveries }) => failedDeliveries,
  ],
  [
    'steward_scheduler_pass_age_seconds',
    'Seconds since scheduled work was last looked for',
    ({ ticker }) => ticker?.age ?? 0,
  ],
  [
    'steward_scheduler_late',
    '1 when scheduled work has not been looked for in three periods, else 0',
    ({ ticker }) => Number(ticker?.isLate ?? false),
  ],
  [
    'steward_scheduled_work_failed',
    'Scheduled work that failed permanently and waits for an operator',
    ({ ticker }) => ticker?.failed ?? 0,
  ],
  ['steward_outbox_waiting', 'Entries of the outbox that wait to be sent', ({ outbox }) => outbox.waiting],
  [
    'steward_outbox_oldest_seconds',
    'Seconds for which the oldest entry that could be sent is overdue',
    ({ outbox }) => outbox.seconds ?? 0,
  ],
  [
    'steward_outbox_destinations_failing',
    'Destinations that failed several times in a row and are left alone for a while',
    ({ outbox }) => outbox.failingLanes,
  ],
]

/** Work that waits in the database. Every process reports the same numbers: take the greatest, not the sum. */
export function measureQueues({ registry }: Metrics, owner: pg.Pool): void {
  const register = <T extends string>(gauge: Gauge<T>) => registry.registerMetric(gauge)
  const read = reader(owner)
  register(
    new Gauge({
      name: 'steward_jobs',
      help: 'Jobs in the database by task and state: ready, later, running, failed',
      labelNames: ['task', 'state'],
      registers: [],
      async collect() {
        const queues = await read()
        this.reset()
        for (const jobs of queues?.jobs ?? [])
          for (const state of states) this.labels(jobs.task, state).set(jobs[state])
      },
    }),
  )
  register(
    new Gauge({
      name: 'steward_job_oldest_ready_seconds',
      help: 'Age of the oldest ready job, by task',
      labelNames: ['task'],
      registers: [],
      async collect() {
        const queues = await read()
        this.reset()
        for (const { task, seconds } of queues?.jobs ?? []) this.labels(task).set(seconds)
      },
    }),
  )
  for (const [name, help, value] of figures) {
    register(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          const queues = await read()
          this.reset()
          if (queues) this.set(value(queues))
        },
      }),
    )
  }
  register(
    new Gauge({
      name: 'steward_database_up',
      help: '1 when the database answered the last question about its queues, else 0',
      registers: [],
      async collect() {
        this.set((await read()) ? 1 : 0)
      },
    }),
  )
}
