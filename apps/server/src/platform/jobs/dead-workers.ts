import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from 'pino'
import { givesUpSoon, lostSoon } from '../db/pool.ts'

/**
 * A job that a process holds stays locked when that process is killed. So every worker process
 * writes down the ids of its workers and holds an advisory lock for as long as it lives; anyone who
 * starts next, and anyone who lives on, frees the jobs of those whose lock is gone, and what they were sending.
 */
const lockClass = 7370
/** How often the living look for the dead. Milliseconds. */
const lookEvery = 3000
/** How long to wait before the lock is taken again whose connection broke. Milliseconds. */
const retryAfter = 300

type Log = Pick<Logger, 'warn'>

interface Entry {
  process_id: number
  worker_ids: string[]
}

async function free(client: pg.ClientBase, { process_id, worker_ids }: Entry): Promise<void> {
  await client.query('select graphile_worker.force_unlock_workers($1)', [worker_ids])
  await client.query('/*outbox.release*/ select release_outbox($1)', [process_id])
  await client.query('delete from worker_process where process_id = $1', [process_id])
}

/**
 * Frees the jobs of workers whose process is dead: at once, or only of those among `suspected`; what the process
 * `own` is at work on never, for that lives. Answers whose it freed, and whom else it found dead, for the next
 * look. Where it throws, the connection may be left with a lock.
 */
export async function freeDeadWorkers(
  client: pg.ClientBase,
  suspected?: ReadonlySet<number>,
  own?: number,
): Promise<{ freed: number[]; found: Set<number> }> {
  const [freed, found]: [number[], Set<number>] = [[], new Set()]
  const { rows } = await client.query<Entry>('select process_id, worker_ids from worker_process')
  for (const entry of rows) {
    const { process_id: id } = entry
    if (id === own) continue
    const taken = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1, $2) as free', [
      lockClass,
      id,
    ])
    if (!taken.rows[0]?.free) continue
    if (suspected && !suspected.has(id)) found.add(id)
    else {
      await free(client, entry)
      freed.push(id)
    }
    await client.query('select pg_advisory_unlock($1, $2)', [lockClass, id])
  }
  return { freed, found }
}

/** Whether the database takes a process for one that lives: it is written down, and its lock is held. */
async function isKnown(client: pg.ClientBase, processId: number): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    `select exists (select from worker_process where process_id = $2)
       and exists (select from pg_locks where locktype = 'advisory' and classid = $1::oid and objid = $2::oid
         and granted and database = (select oid from pg_database where datname = current_database())) as known`,
    [lockClass, processId],
  )
  return rows[0]?.known === true
}

/** How the database knows the process that looks for the dead. */
export interface OwnEntry {
  processId: number
  /** Ends the connection that held its lock, if it is the same still. */
  giveUp(): void
}

/**
 * Frees the jobs of workers whose process is dead, as `freeDeadWorkers` does. A process that finds itself taken
 * for dead was cut off without having been reported, and announces itself again.
 */
export async function releaseDeadWorkers(
  owner: pg.Pool,
  log: Log,
  suspected?: ReadonlySet<number>,
  own?: OwnEntry,
): Promise<Set<number>> {
  const client = await owner.connect()
  try {
    const { freed, found } = await freeDeadWorkers(client, suspected, own?.processId)
    for (const worker of freed) log.warn({ worker }, 'a worker is gone; what it held is free')
    if (own && !(await isKnown(client, own.processId))) own.giveUp()
    client.release()
    return found
  } catch (error) {
    // The locks that it may hold go with the connection.
    client.release(error as Error)
    throw error
  }
}

/**
 * Looks for dead workers again and again, until stopped. A process is dead when two looks found its lock
 * free: after an outage of the database all locks are, until those who live have taken theirs again.
 */
export function watchWorkers(
  owner: pg.Pool,
  log: Log,
  announced: Pick<Announcement, 'ownEntry'>,
): { stop(): Promise<void> } {
  let suspected = new Set<number>()
  let looking: Promise<void> | undefined
  const look = async () => {
    try {
      suspected = await releaseDeadWorkers(owner, log, suspected, announced.ownEntry())
    } catch {
      // The database is away. Workers that were suspected before the outage are checked again.
      suspected = new Set()
    }
  }
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = undefined))
  }, lookEvery)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

/** Writes the workers of a process down under a lock, or takes the lock of what is written down already. */
async function holdEntry(client: pg.Client, known: number | undefined, workers: string[]): Promise<number> {
  if (known !== undefined) {
    await client.query('select pg_advisory_lock($1, $2)', [lockClass, known])
    const { rowCount } = await client.query('select 1 from worker_process where process_id = $1', [known])
    if (rowCount === 1) return known
  }
  // One statement: no one sees the entry before its lock is held.
  const created = await client.query<{ process_id: number }>(
    `with entry as (insert into worker_process (worker_ids) values ($2) returning process_id)
    select process_id, pg_advisory_lock($1, process_id) from entry`,
    [lockClass, workers],
  )
  return created.rows[0]?.process_id as number
}

/**
 * Ends a connection without a word to its other end, which may be out of reach: it would wait for the answer.
 * The driver's types do not name what it stands on.
 */
function breakOff(client: pg.Client): void {
  ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
}

const withdrawal = `
  delete from worker_process where process_id = $1
    and not exists (select from graphile_worker._private_jobs where locked_by = any ($2))
    and not exists (select from graphile_worker._private_job_queues where locked_by = any ($2))`

export interface Announcement {
  events: WorkerEvents
  /** Describes this process to the database. */
  ownEntry(): OwnEntry
  /** Frees the jobs of workers that this process had, none of which works any more. */
  freeOwn(owner: pg.Pool): Promise<void>
  withdraw(): Promise<void>
}

/**
 * Says which workers this process runs, for as long as it lives. A job is locked in the name of the pool of
 * its worker, and a pool tells `events` of itself before its workers take their first job. `lost` is called
 * whenever the connection breaks.
 */
export async function announceWorkers(url: string, lost: () => void): Promise<Announcement> {
  const workers: string[] = []
  let client: pg.Client | undefined
  let processId: number | undefined
  let retry: NodeJS.Timeout | undefined
  let isWithdrawn = false

  async function announce(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'steward-worker',
      ...lostSoon,
    })
    next.on('error', () => undefined)
    try {
      await next.connect()
      await next.query(givesUpSoon)
      processId = await holdEntry(next, processId, workers)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    if (isWithdrawn) return next.end()
    client = next
    next.once('end', () => {
      lost()
      announceAgain()
    })
    await note()
  }

  function announceAgain(): void {
    if (isWithdrawn) return
    client = undefined
    retry = setTimeout(() => void announce().catch(announceAgain), retryAfter)
    retry.unref()
  }

  async function note(): Promise<void> {
    await client
      ?.query('update worker_process set worker_ids = $1 where process_id = $2', [workers, processId])
      .catch(() => undefined)
  }

  await announce()
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    workers.push(workerPool.id)
    void note()
  })
  return {
    events,
    ownEntry() {
      const held = client
      return {
        processId: processId as number,
        giveUp() {
          if (held && held === client) breakOff(held)
        },
      }
    },
    async freeOwn(owner) {
      const past = [...workers]
      if (past.length === 0) return
      await owner.query('select graphile_worker.force_unlock_workers($1)', [past])
      workers.splice(0, past.length)
      await note()
    },
    /** Where a job is held still, the entry stays: who lives on frees the job by it. */
    async withdraw() {
      isWithdrawn = true
      clearTimeout(retry)
      await client?.query(withdrawal, [processId, workers]).catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}
