import type pg from 'pg'
import { createFairQueue, Refused } from '../pace/fair-queue.ts'
import { currentLane, type CallLane } from '../pace/lane.ts'
import { connectAs } from './pool.ts'

/** A connection that sees one tenant. */
export interface Taken {
  client: pg.PoolClient
  /** The call whose statements end when no one waits for it any more. */
  call?: CallLane
  /** Gives it back; with an error it is closed, because no one knows what state it is in. */
  release(error?: Error): void
}

export type Connect = (tenantId: number) => Promise<Taken>

/** Takes connections of a pool as they come. */
export function connectPlainly(pool: pg.Pool): Connect {
  return async (tenantId) => {
    const client = await connectAs(pool, tenantId)
    return { client, release: (error) => client.release(error) }
  }
}

/** Milliseconds after which a connection of jobs plans its statements again. */
const plansLast = 1000
const plannedAt = new WeakMap<pg.PoolClient, number>()

/**
 * Takes connections for jobs, which fill tables faster than the statistics of these follow. A plan that was made while a
 * table was empty reads all of it for each row, and so do checks of foreign keys, whose plans a connection keeps as well. So
 * it drops them once a second, and makes the next ones by the size of the tables then.
 */
export function connectForJobs(pool: pg.Pool, now = () => performance.now()): Connect {
  return async (tenantId) => {
    const client = await connectAs(pool, tenantId)
    try {
      const at = plannedAt.get(client)
      if (at === undefined || now() - at > plansLast) {
        if (at !== undefined) await client.query('discard plans')
        plannedAt.set(client, now())
      }
      return { client, release: (error) => client.release(error) }
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }
}

/** Milliseconds to wait for a connection: anyone who was let in should not be sent away. */
const longestWait = 15_000
const mostWaiting = 10_000

/** Takes connections in turns of tenants, none of whom holds all. Throws `Refused` when there was none in time. */
export function connectInTurns(pool: pg.Pool, places: number): Connect {
  const queue = createFairQueue({ places, mostWaiting, longestWait })
  return async (tenantId) => {
    if (!queue.tryEnter(tenantId)) await queue.wait(tenantId).admitted
    try {
      const client = await connectAs(pool, tenantId)
      const release = (error?: Error) => {
        client.release(error)
        queue.leave(tenantId)
      }
      return { client, release }
    } catch (error) {
      queue.leave(tenantId)
      throw error
    }
  }
}

/** Jobs have connections of their own; everything else has those of calls. A call that no one waits for gets none. */
export function connectByLane(calls: Connect, jobs: Connect): Connect {
  return async (tenantId) => {
    const lane = currentLane()
    if (lane?.kind === 'job') return jobs(tenantId)
    if (!lane?.reads) return calls(tenantId)
    if (lane.isGone) throw new Refused('gone', 0)
    const taken = await calls(tenantId)
    // Anyone who hung up in line had no statement yet that could have been canceled.
    if (!lane.isGone) return { ...taken, call: lane }
    taken.release()
    throw new Refused('gone', 0)
  }
}
