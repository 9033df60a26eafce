import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import pg from 'pg'

/**
 * A job that a process holds stays locked when that process is killed. So every worker process
 * writes down the ids of its workers and holds an advisory lock for as long as it lives; whoever
 * starts next frees the jobs of those whose lock is gone.
 */
const lockClass = 7370

/** Frees the jobs of workers whose process is dead. */
export async function releaseDeadWorkers(owner: pg.Pool): Promise<void> {
  const client = await owner.connect()
  try {
    const { rows } = await client.query<{ process_id: number; worker_ids: string[] }>(
      'select process_id, worker_ids from worker_process',
    )
    for (const row of rows) {
      const lock = [lockClass, row.process_id]
      const taken = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1, $2) as free', lock)
      if (!taken.rows[0]?.free) continue
      await client.query('select graphile_worker.force_unlock_workers($1)', [row.worker_ids])
      await client.query('delete from worker_process where process_id = $1', [row.process_id])
      await client.query('select pg_advisory_unlock($1, $2)', lock)
    }
  } finally {
    client.release()
  }
}

/**
 * Says which workers this process runs, for as long as it lives. A job is locked in the name of the pool of
 * its worker, and a pool tells `events` of itself before its workers take their first job.
 */
export async function announceWorkers(
  url: string,
): Promise<{ events: WorkerEvents; withdraw(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url, application_name: 'steward-worker' })
  client.on('error', () => undefined)
  await client.connect()
  // One statement: nobody sees the entry before its lock is held.
  const created = await client.query<{ process_id: number }>(
    `with entry as (insert into worker_process (worker_ids) values ('{}') returning process_id)
    select process_id, pg_advisory_lock($1, process_id) from entry`,
    [lockClass],
  )
  const processId = created.rows[0]?.process_id
  const known = new Set<string>()
  const remember = (workerId: string) => {
    if (known.has(workerId)) return
    known.add(workerId)
    client
      .query('update worker_process set worker_ids = array_append(worker_ids, $1) where process_id = $2', [
        workerId,
        processId,
      ])
      .catch(() => undefined)
  }
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => remember(workerPool.id))
  return {
    events,
    /** The entry stays for whoever starts next: a job that was still held is freed by it. */
    async withdraw() {
      await client.end().catch(() => undefined)
    },
  }
}
