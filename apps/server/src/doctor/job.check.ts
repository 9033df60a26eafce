import type pg from 'pg'
import { readOutbox } from '../platform/outbox/outbox.health.ts'
import { readTicker, type TickerState } from '../platform/schedule/ticker.health.ts'
import { findingsAbout, secondsInWords, type Finding } from './finding.ts'
import { databaseCheck } from './surroundings.ts'

const jobs = findingsAbout('Jobs')
const events = findingsAbout('Events')
const scheduled = findingsAbout('Scheduled work')
const outbox = findingsAbout('Outbox')

/** Seconds after which something that waits should have been taken. */
const longestWait = 600

async function hasQueue(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('graphile_worker.jobs') is not null and to_regclass('public.ticker') is not null as there`,
  )
  return rows[0]?.there ?? false
}

interface GivenUp {
  task: string
  jobs: number
  last: string
}

async function checkGivenUp(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<GivenUp>(
    `select task_identifier as task, count(*)::int as jobs, to_char(max(updated_at), 'YYYY-MM-DD HH24:MI') as last
     from graphile_worker.jobs where attempts >= max_attempts and locked_at is null group by 1 order by 2 desc, 1 limit 5`,
  )
  return rows.map(({ task, jobs: count, last }) =>
    jobs.warning(
      `${count} of ${task} failed permanently after ten attempts, the last at ${last} UTC.`,
      'The log says why ("Failed task"). Fix the cause, then run them again: docs/operate/observability.md, "Failed jobs".',
    ),
  )
}

interface Waiting {
  ready: number
  later: number
  seconds: number | null
}

async function checkWaiting(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<Waiting>(
    `select count(*) filter (where run_at <= now())::int as ready, count(*) filter (where run_at > now())::int as later,
      extract(epoch from max(now() - run_at) filter (where run_at <= now()))::float8 as seconds
     from graphile_worker.jobs where locked_at is null and attempts < max_attempts`,
  )
  const { ready, later, seconds } = rows[0] as Waiting
  const message = `${ready} wait to be done${seconds === null ? '' : `, the oldest for ${secondsInWords(seconds)}`}; ${later} are for later.`
  if ((seconds ?? 0) < longestWait) return jobs.ok(message)
  return jobs.warning(message, 'Check that a worker is running. If it is always busy, start another one.')
}

async function checkEvents(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ events: number; seconds: number | null }>(
    `select count(*)::int as events, extract(epoch from now() - min(at))::float8 as seconds
     from (select at from event order by at limit 100000) as oldest`,
  )
  const { events: count, seconds } = rows[0] ?? { events: 0, seconds: null }
  const message = `${count} wait to be delivered${seconds === null ? '' : `, the oldest for ${secondsInWords(seconds)}`}.`
  if ((seconds ?? 0) < longestWait) return events.ok(message)
  return events.warning(
    message,
    'Is a worker running? Administrators see failing deliveries under Settings, Event deliveries.',
  )
}

async function isRunning(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'steward-queue' limit 1`,
  )
  return rows.length > 0
}

async function checkTicker(client: pg.Client, { age, isLate }: TickerState): Promise<Finding> {
  const message =
    age === null ? 'It was never looked for.' : `It was last looked for ${secondsInWords(age)} ago.`
  if (!isLate) return scheduled.ok(message)
  if (!(await isRunning(client))) return scheduled.note(`${message} No worker is running.`)
  return scheduled.fault(message, 'A worker is running, so its log says what stops it.')
}

async function checkScheduled(client: pg.Client): Promise<Finding[]> {
  const ticker = await readTicker(client)
  if (!ticker) return []
  const found = [await checkTicker(client, ticker)]
  if (ticker.failed > 0) {
    const message = `${ticker.failed} ${ticker.failed === 1 ? 'item' : 'items'} failed permanently.`
    const advice =
      'Fix the cause that the log shows, then run them again: docs/operate/observability.md, "Scheduled work that failed".'
    found.push(scheduled.warning(message, advice))
  }
  return found
}

async function checkOutbox(client: pg.Client): Promise<Finding> {
  const { waiting, seconds, failingLanes } = await readOutbox(client)
  const message = `${waiting} wait to be sent${seconds === null ? '' : `, the oldest overdue for ${secondsInWords(seconds)}`}; ${failingLanes} ${failingLanes === 1 ? 'destination is' : 'destinations are'} failing.`
  if ((seconds ?? 0) < longestWait) return outbox.ok(message)
  return outbox.warning(message, 'Check that a worker is running, and that it can reach the destinations.')
}

/** What waits, and what was abandoned. */
export const checkJobs = databaseCheck(async (client) => {
  if (!(await hasQueue(client))) return []
  return [
    await checkWaiting(client),
    ...(await checkGivenUp(client)),
    await checkEvents(client),
    ...(await checkScheduled(client)),
    await checkOutbox(client),
  ]
})
