import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { query, type Database } from '../db/database.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** Bounds failed attempts by key, in all processes on the database. A window begins with the first attempt. */
export interface AttemptLimit {
  /** Counts an attempt; false when there were too many. */
  take(key: string): Promise<boolean>
  /** When the present window ends; now where there is none. */
  freeAt(key: string): Promise<Date>
  /** An attempt that succeeded does not count. */
  giveBack(key: string): Promise<void>
  /** Forgets the windows of all kinds that began before one of this kind would have passed. */
  sweep(): Promise<void>
}

/** Attempts are counted before a tenant is known. */
const nobodysTenant = 0

interface Options {
  /** The kind of attempt; each kind is counted separately. */
  kind: string
  /** Attempts in a window. */
  max: number
  /** Of a window, in milliseconds. */
  duration: number
}

/** `max` failed attempts in `duration` milliseconds. */
export function createAttemptLimit(
  { database, clock, secrets }: { database: Database; clock: Clock; secrets: Secrets },
  { kind, max, duration }: Options,
): AttemptLimit {
  const db = database.tenant(nobodysTenant)
  const hashKey = secrets.key('address-attempt')
  const hashOf = (key: string): Buffer => createHmac('sha256', hashKey).update(`${kind}:${key}`).digest()
  const windowStart = (now: Date): Date => new Date(now.getTime() - duration)

  return {
    async take(key) {
      const now = clock.now()
      const taken = await query(
        db,
        `/*address_attempt.take*/
        insert into address_attempt as a (tenant_id, address_hash, started_at, taken) values ($1, $2, $3, 1)
        on conflict (tenant_id, address_hash) do update set
          started_at = case when a.started_at > $4 then a.started_at else $3 end,
          taken = case when a.started_at > $4 then a.taken + 1 else 1 end
        where a.started_at <= $4 or a.taken < $5
        returning taken`,
        [nobodysTenant, hashOf(key), now, windowStart(now), max],
      )
      return taken.length > 0
    },
    async freeAt(key) {
      const rows = await query<{ startedAt: Date }>(
        db,
        `/*address_attempt.started*/
        select started_at "startedAt" from address_attempt where tenant_id = $1 and address_hash = $2`,
        [nobodysTenant, hashOf(key)],
      )
      return new Date((rows[0]?.startedAt.getTime() ?? clock.now().getTime() - duration) + duration)
    },
    async giveBack(key) {
      await query(
        db,
        `/*address_attempt.give_back*/
        update address_attempt set taken = taken - 1
        where tenant_id = $1 and address_hash = $2 and taken > 0`,
        [nobodysTenant, hashOf(key)],
      )
    },
    async sweep() {
      const before = windowStart(clock.now())
      await query(db, 'delete from address_attempt where tenant_id = $1 and started_at < $2', [
        nobodysTenant,
        before,
      ])
    },
  }
}
