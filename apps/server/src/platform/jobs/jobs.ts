import { Logger, run, runMigrations, type Runner, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Logger as PinoLogger } from 'pino'
import { query, type Database, type Db, type Tx } from '../db/database.ts'
import { announceWorkers, releaseDeadWorkers } from './dead-workers.ts'

/** What a job is given: its payload, and a signal that fires when the process is asked to stop. */
export type Task = (payload: unknown, context: { signal: AbortSignal; log: PinoLogger }) => Promise<void>

export interface JobSpec {
  task: string
  payload: unknown
  /** A second job with the key of one that still waits replaces it. */
  key?: string
  /** Jobs of one queue run one after the other. */
  queue?: string
  runAt?: Date
}

/** Adds a job in the transaction of the change that causes it. */
export async function addJob(db: Db | Tx, spec: JobSpec): Promise<void> {
  await query(db, 'select add_job($1, $2::json, $3, $4, $5)', [
    spec.task,
    JSON.stringify(spec.payload),
    spec.key ?? null,
    spec.queue ?? null,
    spec.runAt ?? null,
  ])
}

/** Installs the job tables, and the one function by which the application's role may add a job. */
export async function installJobs(owner: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: owner, logger: silent })
  await owner.query(`
    create or replace function add_job(task text, payload json, job_key text, queue text, run_at timestamptz)
      returns void language sql security definer set search_path = graphile_worker, public, pg_temp
    as $$
      select graphile_worker.add_job(task, payload, queue, run_at, 10, job_key)
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

/** Runs jobs until stopped. Jobs that a killed process held are given back first. */
export async function runJobs(
  database: Database,
  tasks: Record<string, Task>,
  options: { log: PinoLogger; crontab: string; concurrency: number },
): Promise<{ stop(): Promise<void> }> {
  await releaseDeadWorkers(database.owner)
  const stopping = new AbortController()
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown) =>
        task(payload, { signal: stopping.signal, log: options.log.child({ task: name }) }),
    ]),
  )
  const announced = await announceWorkers(database.url)
  const runner: Runner = await run({
    events: announced.events,
    connectionString: database.url,
    maxPoolSize: options.concurrency + 2,
    taskList,
    crontab: options.crontab,
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    logger: loggerFor(options.log),
  })
  return {
    async stop() {
      stopping.abort()
      await runner.stop().catch((error: unknown) => options.log.warn({ err: error }, 'worker stopped late'))
      await announced.withdraw()
    },
  }
}
