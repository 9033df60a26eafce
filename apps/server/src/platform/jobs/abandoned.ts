import type pg from 'pg'
import type { Logger } from 'pino'
import type { Task } from './jobs.ts'

/** Ends the work of a job that was abandoned, if that has not ended; called again and again for 90 days. */
export type AbandonedHandler = (payload: unknown) => Promise<void>

export const abandonedTask = 'jobs:abandoned'

interface AbandonedParts {
  owner: pg.Pool
  /** By the name of the job. */
  handlers: Record<string, AbandonedHandler>
}

/** Jobs of some names that failed ten times, or whose processes were killed as often. */
async function listAbandoned(
  owner: pg.Pool,
  names: readonly string[],
): Promise<{ task: string; payload: unknown }[]> {
  const { rows } = await owner.query<{ task: string; payload: unknown }>(
    `select t.identifier as task, j.payload
     from graphile_worker._private_tasks t join graphile_worker._private_jobs j on j.task_id = t.id
     where t.identifier = any($1) and j.attempts >= j.max_attempts and j.locked_at is null order by j.id`,
    [names],
  )
  return rows
}

/**
 * A job that is killed at its last attempt can't note how its work ended. So the work of abandoned jobs
 * is ended each minute, by what their modules say.
 */
export function createAbandonedJobs({ owner, handlers }: AbandonedParts) {
  const settle = async (log: Pick<Logger, 'error'>): Promise<void> => {
    for (const { task, payload } of await listAbandoned(owner, Object.keys(handlers))) {
      await handlers[task]?.(payload).catch((error: unknown) =>
        log.error({ err: error, task }, 'the work of an abandoned job could not be ended'),
      )
    }
  }
  const run: Task = (_, { log }) => settle(log)
  return { tasks: { [abandonedTask]: run }, schedule: `* * * * * ${abandonedTask}` }
}
