import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** A job as the queue handed it to a worker. */
interface Attempt {
  id: string
  key: string | null
  attempts: number
}

const noting = new AsyncLocalStorage<() => Promise<void>>()

/** Runs the work of a job; `note` is called whenever a part of it is done. */
export function notingProgress<T>(note: () => Promise<void>, work: () => T): T {
  return noting.run(note, work)
}

/**
 * Called by a job after a part of its work that the next attempt does not do again. A job is abandoned when ten attempts
 * at it failed or were killed; these are counted from its last progress, so that a long job outlives any number of
 * kills. Does nothing outside of jobs.
 */
export async function progressed(): Promise<void> {
  await noting.getStore()?.()
}

/**
 * Notes the progress of a job: once in each attempt, because this one counts as the first from then on. One that was
 * added again under its key meanwhile is left alone; the new one has its place.
 */
export function createProgress(owner: pg.Pool, { id, key, attempts }: Attempt): () => Promise<void> {
  let counted = attempts
  return async () => {
    if (counted <= 1) return
    counted = 1
    await owner.query(
      `update graphile_worker._private_jobs set attempts = 1
       where id = $1 and key is not distinct from $2 and attempts > 1`,
      [id, key],
    )
  }
}
