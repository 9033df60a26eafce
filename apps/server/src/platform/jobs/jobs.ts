import { Logger, run, runMigrations, type JobHelpers, type Runner, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Logger as PinoLogger } from 'pino'
import { query, type Database, type Db, type Tx } from '../db/database.ts'
import { inLane } from '../pace/lane.ts'
import type { Rests } from '../pace/rest.ts'
import { withCause } from '../telemetry/cause.ts'
import { watchAsking } from './asking.ts'
import { announceWorkers, releaseDeadWorkers, watchWorkers } from './dead-workers.ts'
import { createJobTurns, tenantOf, type JobTurns } from './job-turns.ts'
import { keepWorking, type Working } from './worker-life.ts'

export interface TaskContext {
  /** Fires when the process is asked to stop. */
  signal: AbortSignal
  log: PinoLogger
  /** Where it fails, it is not tried again. */
  isLast?: boolean
}

/** What a job is given: its payload, and what surrounds it. */
export type Task = (payload: unknown, context: TaskContext) => Promise<void>

export interface JobSpec {
  task: string
  payload: unknown
  /** A second job with the key of one that still waits replaces it. */
  key?: string
  /** Jobs of one queue run one after the other. */
  queue?: string
  /** Milliseconds until it is due, by the clock of the database; at once when absent. */
  after?: number
}

/** Adds a job in the transaction of the change that causes it. */
export async function addJob(db: Db | Tx, spec: JobSpec): Promise<void> {
  await query(db, `select add_job($1, $2::json, $3, $4, now() + $5 * interval '1 millisecond')`, [
    spec.task,
    JSON.stringify(withCause(spec.payload)),
    spec.key ?? null,
    spec.queue ?? null,
    spec.after ?? null,
  ])
}

/**
 * Installs the job tables, and the one function by which the application's role may add a job. Each is marked
 * with the tenant that its payload names; see `JobTurns`.
 */
export async function installJobs(owner: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: owner, logger: silent })
  await owner.query(`
    create or replace function add_job(task text, payload json, job_key text, queue text, run_at timestamptz)
      returns void language sql security definer set search_path = graphile_worker, public, pg_temp
    as $$
      select graphile_worker.add_job(task, payload, queue, run_at, 10, job_key, null::integer,
        array_remove(array['tenant:' || (payload ->> 'tenantId')], null))
    $$`)
}

const silent = new Logger(() => () => undefined)

function loggerFor(log: PinoLogger): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.trace(message)
  })
}

/** Each job is done in a lane of its own, and counts as one of its tenant. */
function taskListOf(
  tasks: Record<string, Task>,
  { signal, log, turns, rests }: { signal: AbortSignal; log: PinoLogger; turns: JobTurns; rests: Rests },
): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, { job }: JobHelpers) =>
        turns.hold(tenantOf(payload), async () => {
          const { lane, end } = rests.begin(signal)
          try {
            const isLast = job.attempts >= job.max_attempts
            await inLane(lane, () => task(payload, { signal, log: log.child({ task: name }), isLast }))
          } finally {
            end()
          }
        }),
    ]),
  )
}

/**
 * Runs jobs until stopped. Jobs that a killed process held are given back first; so are its own, and all is
 * begun anew, when the database was lost: which of them it had been given by then is not known.
 */
export async function runJobs(
  database: Database,
  tasks: Record<string, Task>,
  options: { log: PinoLogger; crontab: string; concurrency: number; rests: Rests },
): Promise<{ stop(): Promise<void> }> {
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
    const runner: Runner = await run({
      events: announced.events,
      connectionString: database.url,
      maxPoolSize: concurrency + 2,
      taskList: taskListOf(tasks, { signal: stopping.signal, log, turns, rests }),
      forbiddenFlags: turns.forbidden,
      crontab,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2000,
      logger: loggerFor(log),
      // The end of a job that cannot be noted ends the runner so, and else the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    const asking = watchAsking(announced.events)
    return {
      failed: Promise.race([line.promise, runner.promise, asking.isLost]),
      async stop() {
        asking.end()
        stopping.abort()
        // One that has stopped by itself refuses to, and may still be at its last jobs.
        await runner.stop().catch(() => runner.promise.catch(() => undefined))
      },
    }
  }

  const life = await keepWorking(begin, log)
  return {
    async stop() {
      await watch.stop()
      await life.stop()
      await announced.withdraw()
    },
  }
}
