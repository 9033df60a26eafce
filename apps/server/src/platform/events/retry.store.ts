import type { Session } from './session.ts'
import type { StoredEvent } from './subscriber.ts'

/** A delivery that failed for good, and that an administrator wants retried. */
export interface RequestedRetry {
  failureId: number
  subscriber: string
  event: StoredEvent
}

/** The retries that administrators asked for, in the order of their events. */
export async function listRequestedRetries(session: Session, tenantId: number): Promise<RequestedRetry[]> {
  const rows = await session.run<StoredEvent & { failureId: number; subscriber: string }>(
    'retries',
    `select failure_id as "failureId", subscriber, event_id as "eventId", position, type, version, payload, at
     from event_failure where tenant_id = $1 and retry_requested_at is not null
     order by position, failure_id limit 1000`,
    [tenantId],
  )
  return rows.map(({ failureId, subscriber, ...event }) => ({ failureId, subscriber, event }))
}

/** Removes a failed delivery whose retry succeeded. */
export async function removeFailure(session: Session, tenantId: number, failureId: number): Promise<void> {
  await session.run('retried', 'delete from event_failure where tenant_id = $1 and failure_id = $2', [
    tenantId,
    failureId,
  ])
}

/** Notes that a retry failed as well. */
export async function noteFailedRetry(
  session: Session,
  tenantId: number,
  failureId: number,
  { failure, at }: { failure: string; at: Date },
): Promise<void> {
  await session.run(
    'retry_failed',
    `update event_failure set failure = $3, last_failed_at = $4, attempts = attempts + 1, retry_requested_at = null
     where tenant_id = $1 and failure_id = $2`,
    [tenantId, failureId, failure, at],
  )
}
