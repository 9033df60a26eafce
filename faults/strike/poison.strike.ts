import { until } from '../until.ts'
import type { World } from '../world.ts'
import { struck, type Strike } from './strike.ts'

/** Milliseconds in which something poisoned is tried for the last time, when it need not wait in between. */
const patience = 60_000
let serial = 0

/** Lets neither wait for its next attempt; answers whether both were abandoned. */
async function hurry({ sql }: World, key: string): Promise<boolean> {
  const [job] = await sql<{ attempts: number; isHeld: boolean; isOver: boolean }>(
    `update graphile_worker._private_jobs set run_at = now() where key = $1 and locked_at is null and attempts < max_attempts
     returning attempts, false "isHeld", false "isOver"`,
    [key],
  )
  const [event] = await sql<object>(`select from event where payload->>'jobId' = $1`, [key])
  if (job || event) return false
  const [over] = await sql<{ n: string }>(
    `select count(*) n from graphile_worker._private_jobs
     where key = $1 and locked_at is null and attempts = max_attempts and last_error is not null`,
    [key],
  )
  return over?.n === '1'
}

export const poisonStrikes: Strike[] = [
  {
    name: 'poisoned job and event',
    async strike(world) {
      serial += 1
      const { sql, furniture } = world
      const key = `poison-${process.pid}-${serial}`
      await sql(
        `select graphile_worker.add_job('timeline.follow', '{}'::json, job_key => $1, max_attempts => 10)`,
        [key],
      )
      await sql(
        `insert into event (tenant_id, type, version, payload) values ($1, 'bulk.finished', 1, json_build_object('jobId', $2::text))`,
        [furniture.tenantId, key],
      )
      const faults: string[] = []
      await until('Giving up what is poisoned', patience, () => hurry(world, key)).catch((error: Error) =>
        faults.push(error.message),
      )
      const [event] = await sql<{ attempts: number; failure: string }>(
        `select attempts, failure from event_failure where payload->>'jobId' = $1`,
        [key],
      )
      if (!event?.failure) faults.push(`the poisoned event is ${JSON.stringify(event)}`)
      await sql('delete from graphile_worker._private_jobs where key = $1', [key])
      await sql(`delete from event_failure where payload->>'jobId' = $1`, [key])
      return struck({
        faults,
        said: [
          { who: 'worker', what: /attempt 10 of 10/ },
          { who: 'worker', what: /an event was set aside/ },
        ],
      })
    },
  },
]
