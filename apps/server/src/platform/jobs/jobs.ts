import { Logger, run, runMigrations, type JobHelpers, type Runner, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Logger as PinoLogger } from 'pino'
import { query, type Database, type Db, type Tx } from '../db/database.ts'
import { openPool } from '../db/pool.ts'
import { inLane } from '../pace/lane.ts'
import type { JobThrottle } from '../pace/job-throttle.ts'
import { withCause } from '../telemetry/cause.ts'
import { watchAsking } from './asking.ts'
import { announceWorkers, releaseDeadWorkers, watchWorkers } from './dead-workers.ts'
import { isReplaced } from './given-up.ts'
import { createJobTurns, tenantOf, type JobTurns } from './job-turns.ts'
import { createProgress, notingProgress } from './progress.ts'
import { keepWorking, type Working } from './worker-life.ts'

export interface TaskContext {
  /** Fires when the process is asked to stop. */
  signal: AbortSignal
  log: PinoLogger
  /** Where it fails, it is not tried again. */
  isLast?: boolean
}

/** The arguments of a job: its payload, and the context it runs in. */
export type Task = (payload: unknown, context: TaskContext) => Promise<void>

export interface JobSpec {
  task: string
  payload: unknown
  /** A second job with the key of one that still waits replaces it. */
  key?: string
  /** Jobs of one queue run one after the other. */
  queue?: string
  /**
   * Milliseconds until a job comes back to work that it has to leave for a moment, by the clock of the database; at
   * most `longestPause`. What is to happen later is scheduled: platform/schedule.
   */
  after?: number
}

/** Milliseconds. */
const longestPause = 60_000

/** Adds a job in the transaction of the change that causes it. */
export async function addJob(db: Db | Tx, spec: JobSpec): Promise<void> {
  const { after = 0 } = spec
  if (after > longestPause) throw new Error(`${spec.task} is to be scheduled, not queued for so long`)
  await query(db, `select add_job($1, $2::json, $3, $4, now() + $5 * interval '1 millisecond')`, [
    spec.task,
    JSON.stringify(withCause(spec.payload)),
    spec.key ?? null,
    spec.queue ?? null,
    after > 0 ? after : null,
  ])
}

/** Those of some keys of which a job waits or is at work. One that was abandoned is neither. */
export async function keysInHand(owner: pg.Pool, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await owner.query<{ key: string }>(
    `select key from graphile_worker.jobs
     where key = any($1) and (attempts < max_attempts or locked_at is not null)`,
    [keys],
  )
  return new Set(rows.map(({ key }) => key))
}

/**
 * Workers ask for the next job before the end of the last one is written. While that one's queue is still locked
 * they find nothing, and would sleep for a whole poll interval after each job of a queue. So they are notified
 * as soon as a queue with waiting jobs is unlocked.
 */
const notifiesOfFreeQueues = `
  create or replace function notify_free_queue() returns trigger language plpgsql
    set search_path = graphile_worker, pg_temp
  as $$
  begin
    if exists (select from _private_jobs
      where job_queue_id = new.id and is_available and run_at <= now()) then
      perform pg_notify('jobs:insert', json_build_object('r', random(), 'count', 1)::text);
    end if;
    return null;
  end $$;
  do $$ begin
    if not exists (select from pg_trigger where tgname = 'notify_free_queue'
      and tgrelid = 'graphile_worker._private_job_queues'::regclass) then
      create trigger notify_free_queue after update on graphile_worker._private_job_queues
        for each row when (old.locked_at is not null and new.locked_at is null)
        execute function notify_free_queue();
    end if;
  end $$`

/**
 * Installs the job tables, and the one function by which the application's role may add a job. Each is marked
 * with the tenant that its payload names; see `JobTurns`.
 *
 * The queue adds nothing where a worker takes the waiting job with the same key at that moment: it has not seen that
 * job locked, and may not replace it any more. That job may begin before this transaction ends, and so miss what it
 * is about. Asked again, the queue sees the lock and adds the job.
 */
export async function installJobs(owner: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: owner, logger: silent })
  await owner.query(`
    create or replace function add_job(task text, payload json, job_key text, queue text, run_at timestamptz)
      returns void language plpgsql security definer set search_path = graphile_worker, public, pg_temp
    as $$
    declare
      added graphile_worker._private_jobs;
    begin
      while added.id is null loop
        added := graphile_worker.add_job(task, payload, queue, run_at, 10, job_key, null::integer,
          array_remove(array['tenant:' || (payload ->> 'tenantId')], null));
      end loop;
    end $$`)
  await owner.query(notifiesOfFreeQueues)
}

const silent = new Logger(() => () => undefined)

function loggerFor(log: PinoLogger): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.trace(message)
  })
}

interface Surroundings {
  owner: pg.Pool
  signal: AbortSignal
  log: PinoLogger
  turns: JobTurns
  rests: JobThrottle
}

/** Does a job in a lane of its own. One that fails after it was added again ends with that. */
async function doJob(
  task: Task,
  payload: unknown,
  job: JobHelpers['job'],
  { owner, signal, log, rests }: Surroundings,
): Promise<void> {
  const { lane, end } = rests.begin(signal)
  const context = { signal, log, isLast: job.attempts >= job.max_attempts }
  try {
    await inLane(lane, () => notingProgress(createProgress(owner, job), () => task(payload, context)))
  } catch (error) {
    if (!(await isReplaced(owner, job).catch(() => false))) throw error
    log.warn({ err: error }, 'a job failed that had been added again; the new one does its work')
  } finally {
    end()
  }
}

/** Each job counts as one of its tenant. */
function taskListOf(tasks: Record<string, Task>, around: Surroundings): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, { job }: JobHelpers) =>
        around.turns.hold(tenantOf(payload), () =>
          doJob(task, payload, job, { ...around, log: around.log.child({ task: name }) }),
        ),
    ]),
  )
}

export interface RunningJobs {
  /** The number under which the database knows this process, for as long as it lives. */
  processId(): number
  stop(): Promise<void>
}

/**
 * Runs jobs until stopped. Jobs that a killed process held are given back first; so are its own, and all is
 * begun again, when the database was lost: which of them it had been given by then is not known.
 */
export async function runJobs(
  database: Database,
  tasks: Record<string, Task>,
  options: { log: PinoLogger; crontab: string; concurrency: number; rests: JobThrottle },
): Promise<RunningJobs> {
  const { log, crontab, concurrency, rests } = options
  await releaseDeadWorkers(database.owner, log)
  let line = Promise.withResolvers<void>()
  const announced = await announceWorkers(database.url, () => line.resolve())
  const watch = watchWorkers(database.owner, log, announced)
  const turns = createJobTurns(database.owner, announced.events, concurrency)

  async function begin(): Promise<Working> {
    line = Promise.withResolvers<void>()
    await announced.freeOwn(database.owner)
    const stopping = new AbortController()
    // The runner would take what is notified of broken connections off a pool of its own before it ends it.
    const pool = openPool({ url: database.url, max: concurrency + 2, fenced: false, name: 'steward-queue' })
    const runner: Runner = await run({
      events: announced.events,
      pgPool: pool,
      taskList: taskListOf(tasks, { owner: database.owner, signal: stopping.signal, log, turns, rests }),
      forbiddenFlags: turns.forbidden,
      crontab,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2000,
      logger: loggerFor(log),
      // The end of a job that cannot be noted ends the runner so, and else the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    }).catch((error: unknown) => {
      void pool.end()
      throw error
    })
    const asking = watchAsking(announced.events)
    return {
      failed: Promise.race([line.promise, runner.promise, asking.isLost]),
      async stop() {
        asking.end()
        stopping.abort()
        // One that has stopped by itself refuses to, and may still be at its last jobs.
        await runner.stop().catch(() => runner.promise.catch(() => undefined))
        void pool.end()
      },
    }
  }

  const life = await keepWorking(begin, log)
  return {
    processId: () => announced.ownEntry().processId,
    async stop() {
      await watch.stop()
      await life.stop()
      await announced.withdraw()
    },
  }
}
