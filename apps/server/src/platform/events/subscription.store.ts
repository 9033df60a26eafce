import type { Session } from './session.ts'
import type { StoredEvent } from './subscriber.ts'

/** How far a subscriber has come in a tenant. */
export interface Progress {
  subscriber: string
  position: number
  /** How often the next event has failed. */
  attempts: number
  failingSince: Date | null
  retryAt: Date | null
}

/** Another process has delivered since: what this one knows is out of date. */
export class Overtaken extends Error {
  constructor() {
    super('Another process delivers the events of this tenant')
    this.name = 'Overtaken'
  }
}

/**
 * The progress of all subscribers in a tenant. A new subscriber starts at the latest event; one that no longer
 * exists is removed.
 */
export async function loadProgress(
  session: Session,
  tenantId: number,
  subscribers: readonly string[],
): Promise<Progress[]> {
  return session.run<Progress>(
    'subscriptions',
    `with gone as (
       delete from event_subscription where tenant_id = $1 and subscriber <> all ($2::text[])),
     added as (
       insert into event_subscription (tenant_id, subscriber, position)
       select $1, s.name, coalesce((select position from event_head where tenant_id = $1), 0)
       from unnest($2::text[]) s(name)
       where not exists (select from event_subscription o where o.tenant_id = $1 and o.subscriber = s.name)
       returning subscriber, position, attempts, failing_since, retry_at)
     select subscriber, position, attempts, failing_since as "failingSince", retry_at as "retryAt"
     from event_subscription where tenant_id = $1 and subscriber = any ($2::text[])
     union all select * from added`,
    [tenantId, subscribers],
  )
}

/** Moves subscribers that are all at one position to a later one. Throws Overtaken where one was moved meanwhile. */
export async function advance(
  session: Session,
  tenantId: number,
  all: readonly Progress[],
  from: number,
  to: number,
): Promise<void> {
  const names = all.map(({ subscriber }) => subscriber)
  const rows = await session.run(
    'advance',
    `update event_subscription set position = $4, attempts = 0, failing_since = null, retry_at = null, failure = null
     where tenant_id = $1 and subscriber = any ($2::text[]) and position = $3 returning 1`,
    [tenantId, names, from, to],
  )
  if (rows.length !== names.length) throw new Overtaken()
  for (const progress of all)
    Object.assign(progress, { position: to, attempts: 0, failingSince: null, retryAt: null })
}

/** Notes that the next event of a subscriber failed, and when to retry. */
export async function noteFailure(
  session: Session,
  tenantId: number,
  progress: Progress,
  { failure, at, retryAt }: { failure: string; at: Date; retryAt: Date },
): Promise<void> {
  const { subscriber, position } = progress
  const attempts = progress.attempts + 1
  const failingSince = progress.failingSince ?? at
  const rows = await session.run(
    'failed',
    `update event_subscription set attempts = $4, failing_since = $5, retry_at = $6, failure = $7
     where tenant_id = $1 and subscriber = $2 and position = $3 returning 1`,
    [tenantId, subscriber, position, attempts, failingSince, retryAt, failure],
  )
  if (rows.length === 0) throw new Overtaken()
  Object.assign(progress, { attempts, failingSince, retryAt })
}

/** Sets an event aside that has failed for good, and lets the subscriber continue behind it. */
export async function setAside(
  session: Session,
  tenantId: number,
  progress: Progress,
  event: StoredEvent,
  { failure, at }: { failure: string; at: Date },
): Promise<void> {
  const { subscriber, position } = progress
  const rows = await session.run(
    'set_aside',
    `with moved as (
       update event_subscription set position = $4, attempts = 0, failing_since = null, retry_at = null, failure = null
       where tenant_id = $1 and subscriber = $2 and position = $3 returning 1)
     insert into event_failure (tenant_id, subscriber, position, event_id, type, version, payload, at, failure,
       attempts, first_failed_at, last_failed_at)
     select $1, $2, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 from moved returning 1`,
    [
      tenantId,
      subscriber,
      position,
      event.position,
      event.eventId,
      event.type,
      event.version,
      JSON.stringify(event.payload),
      event.at,
      failure,
      progress.attempts + 1,
      progress.failingSince ?? at,
      at,
    ],
  )
  if (rows.length === 0) throw new Overtaken()
  Object.assign(progress, { position: event.position, attempts: 0, failingSince: null, retryAt: null })
}
