import { query, type Db, type Tx } from '../db/database.ts'
import { announceEvents } from '../db/event.announcement.ts'

/** An event that was set aside for a subscriber. */
export interface FailedRow {
  failureId: number
  subscriber: string
  event: string
  publishedAt: Date
  firstFailedAt: Date
  lastFailedAt: Date
  attempts: number
  failure: string
}

/** A subscriber that retries the event it fails on. */
export interface PausedRow {
  subscriber: string
  failingSince: Date
  retryAt: Date
  attempts: number
  failure: string
  /** Events that it has not received yet, up to 10,000. */
  waiting: number
}

/** The event of a failed delivery. */
export interface FailedDeliveryName {
  subscriber: string
  event: string
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
       failing_since as "firstFailedAt", failed_at as "lastFailedAt", attempts, failure, count(*) over () as count
     from event_failure where tenant_id = $1 order by failure_id limit ${limit}`,
    [tenantId],
  )
  return { rows: rows.map(({ count: _count, ...row }) => row), count: rows[0]?.count ?? 0 }
}

/** The subscribers that are failing and retry by themselves. */
export function listPaused(db: Db, tenantId: number): Promise<PausedRow[]> {
  return query<PausedRow>(
    db,
    `/*event.paused*/ select s.subscriber, s.failing_since as "failingSince", s.retry_at as "retryAt", s.attempts,
       s.failure, (select count(*)::int from (
         select from event e where e.tenant_id = $1 and e.position > s.position limit 10000) w) as waiting
     from event_subscription s where s.tenant_id = $1 and s.attempts > 0 order by s.failing_since`,
    [tenantId],
  )
}

/**
 * Publishes failed deliveries again, to their subscriber only: one of them, or all in their order. They come after
 * all events published so far. Returns what they were of.
 */
export async function retryFailures(
  tx: Tx,
  tenantId: number,
  failureId: number | null,
): Promise<FailedDeliveryName[]> {
  const rows = await query<FailedDeliveryName>(
    tx,
    `/*event.retry*/ with retried as (
       delete from event_failure where tenant_id = $1 and ($2::bigint is null or failure_id = $2)
       returning failure_id, subscriber, type, version, payload, at),
     published as (
       insert into event (tenant_id, type, version, payload, at, only_for)
       select $1, type, version, payload, at, nullif(subscriber, 'all') from retried order by failure_id)
     select subscriber, type as event from retried`,
    [tenantId, failureId],
  )
  if (rows.length > 0) announceEvents(tx, tenantId)
  return rows
}

/** Discards a failed delivery: its subscriber never receives the event. Undefined where it is not listed. */
export async function discardFailure(
  tx: Tx,
  tenantId: number,
  failureId: number,
): Promise<FailedDeliveryName | undefined> {
  const [row] = await query<FailedDeliveryName>(
    tx,
    `/*event.discard*/ delete from event_failure where tenant_id = $1 and failure_id = $2
     returning subscriber, type as event`,
    [tenantId, failureId],
  )
  return row
}

/** Ends the pause of a subscriber; false when it is not failing. */
export async function endPause(tx: Tx, tenantId: number, subscriber: string): Promise<boolean> {
  const rows = await query(
    tx,
    `/*event.end_pause*/ update event_subscription set retry_at = now()
     where tenant_id = $1 and subscriber = $2 and attempts > 0 returning 1`,
    [tenantId, subscriber],
  )
  if (rows.length > 0) announceEvents(tx, tenantId)
  return rows.length > 0
}
