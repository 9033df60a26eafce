import { publishedIn } from '../db/after-commit.ts'
import { query, type Db, type Tx } from '../db/database.ts'

/** A delivery that failed for good. */
export interface FailedRow {
  failureId: number
  subscriber: string
  event: string
  publishedAt: Date
  firstFailedAt: Date
  lastFailedAt: Date
  attempts: number
  failure: string
  retrying: boolean
}

/** A subscriber that retries the event it fails on. */
export interface PausedRow {
  subscriber: string
  failingSince: Date
  retryAt: Date
  attempts: number
  failure: string
  waiting: number
}

/** The oldest failed deliveries, and how many there are. */
export async function listFailures(
  db: Db,
  tenantId: number,
  limit: number,
): Promise<{ rows: FailedRow[]; count: number }> {
  const rows = await query<FailedRow & { count: number }>(
    db,
    `/*event.failures*/ select failure_id as "failureId", subscriber, type as event, at as "publishedAt",
       first_failed_at as "firstFailedAt", last_failed_at as "lastFailedAt", attempts, failure,
       retry_requested_at is not null as retrying, count(*) over () as count
     from event_failure where tenant_id = $1 order by failure_id limit $2`,
    [tenantId, limit],
  )
  return { rows: rows.map(({ count: _count, ...row }) => row), count: rows[0]?.count ?? 0 }
}

/** The subscribers that fail just now and retry by themselves. */
export function listPaused(db: Db, tenantId: number): Promise<PausedRow[]> {
  return query<PausedRow>(
    db,
    `/*event.paused*/ select s.subscriber, s.failing_since as "failingSince", s.retry_at as "retryAt", s.attempts,
       s.failure, (select count(*)::int from (
         select from event_log l where l.tenant_id = $1 and l.position > s.position limit 10000) w) as waiting
     from event_subscription s where s.tenant_id = $1 and s.attempts > 0 order by s.failing_since`,
    [tenantId],
  )
}

interface Named {
  subscriber: string
  event: string
}

/** Requests the retry of one failed delivery, or of all; returns those it was requested for. */
export async function requestRetries(
  tx: Tx,
  tenantId: number,
  failureId: number | null,
  at: Date,
): Promise<Named[]> {
  const rows = await query<Named>(
    tx,
    `/*event.request_retry*/ update event_failure set retry_requested_at = $3
     where tenant_id = $1 and ($2::bigint is null or failure_id = $2) returning subscriber, type as event`,
    [tenantId, failureId, at],
  )
  if (rows.length > 0) publishedIn(tx)
  return rows
}

/** Discards a failed delivery: the subscriber never receives the event. */
export async function discardFailure(
  tx: Tx,
  tenantId: number,
  failureId: number,
): Promise<Named | undefined> {
  const [row] = await query<Named>(
    tx,
    `/*event.discard*/ delete from event_failure where tenant_id = $1 and failure_id = $2
     returning subscriber, type as event`,
    [tenantId, failureId],
  )
  return row
}

/** Ends the pause of a subscriber; false when it is not failing. */
export async function endPause(tx: Tx, tenantId: number, subscriber: string, at: Date): Promise<boolean> {
  const rows = await query(
    tx,
    `/*event.end_pause*/ update event_subscription set retry_at = $3
     where tenant_id = $1 and subscriber = $2 and attempts > 0 returning 1`,
    [tenantId, subscriber, at],
  )
  if (rows.length > 0) publishedIn(tx)
  return rows.length > 0
}
