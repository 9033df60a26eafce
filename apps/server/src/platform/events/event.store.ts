import type pg from 'pg'

/** An event with its place in the order of its tenant. */
export interface EventRow {
  eventId: number
  position: number
  type: string
  version: number
  payload: unknown
  at: Date
  /** The only subscriber that gets it, which an administrator asked to try again; null: all. */
  onlyFor: string | null
}

/** How far a subscriber is with the events of a tenant. */
export interface Progress {
  subscriber: string
  /** Of the last event that it is done with. */
  position: number
  /** Attempts at the next one that failed. */
  attempts: number
  /** Milliseconds until the next attempt; null when none failed. */
  waitsFor: number | null
}

/** Runs a statement that comes with all events: it is planned once for each connection. */
function ask<Row extends pg.QueryResultRow>(
  owner: pg.Pool,
  name: string,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult<Row>> {
  return owner.query<Row>({ name: `event.${name}`, text, values })
}

/** Tenants that have events which some subscriber is not done with. Reads one row for each, however many events. */
export async function listTenantsWithEvents(owner: pg.Pool): Promise<number[]> {
  const { rows } = await owner.query<{ tenantId: number }>(
    `with recursive tenants as (
       (select tenant_id from event order by tenant_id limit 1)
       union all
       select (select e.tenant_id from event e where e.tenant_id > t.tenant_id order by e.tenant_id limit 1)
       from tenants t where t.tenant_id is not null)
     select tenant_id as "tenantId" from tenants where tenant_id is not null`,
  )
  return rows.map(({ tenantId }) => tenantId)
}

/**
 * Gives new events of a tenant their positions, in the order in which they happened. Positions are given to committed
 * events only, one transaction after the other: an event that is committed late comes later, and is never below a
 * position that someone has read.
 */
export async function sequenceEvents(owner: pg.Pool, tenantId: number): Promise<void> {
  await ask(owner, 'sequence', 'select sequence_events($1)', [tenantId])
}

/** How far the subscribers are. New ones begin with what is still there. */
export async function readProgress(
  owner: pg.Pool,
  tenantId: number,
  subscribers: readonly string[],
): Promise<Progress[]> {
  const select = () =>
    ask<Progress>(
      owner,
      'progress',
      `select subscriber, position, attempts,
         greatest(0, extract(epoch from retry_at - now()) * 1000)::float8 as "waitsFor"
       from event_subscription where tenant_id = $1 and subscriber = any($2)`,
      [tenantId, subscribers],
    )
  const { rows } = await select()
  if (rows.length === subscribers.length) return rows
  await owner.query(
    `insert into event_subscription (tenant_id, subscriber) select $1, unnest($2::text[]) on conflict do nothing`,
    [tenantId, subscribers],
  )
  return (await select()).rows
}

/** The next events after a position. */
export async function readEvents(
  owner: pg.Pool,
  tenantId: number,
  after: number,
  most: number,
): Promise<EventRow[]> {
  const { rows } = await ask<EventRow>(
    owner,
    'read',
    `select event_id as "eventId", position, type, version, payload, at, only_for as "onlyFor"
     from event where tenant_id = $1 and position > $2 order by position limit $3`,
    [tenantId, after, most],
  )
  return rows
}

/**
 * Notes that subscribers are done with events; gives those that stood where they were thought to stand. It doesn't wait
 * for the disk: a position that is lost with the database is one whose events are delivered again.
 */
export async function advance(
  owner: pg.Pool,
  tenantId: number,
  subscribers: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<Set<string>> {
  const { rows } = await ask<{ subscriber: string }>(
    owner,
    'advance',
    `update event_subscription
     set position = $4, attempts = 0, retry_at = null, failing_since = null, failure = null
     where tenant_id = $1 and subscriber = any($2) and position = $3
       and set_config('synchronous_commit', 'off', true) = 'off' returning subscriber`,
    [tenantId, subscribers, from, to],
  )
  return new Set(rows.map(({ subscriber }) => subscriber))
}

/** Notes a failed attempt at the event after a position; `pause` in milliseconds. */
export async function noteFailedAttempt(
  owner: pg.Pool,
  tenantId: number,
  { subscriber, position }: Pick<Progress, 'subscriber' | 'position'>,
  failure: string,
  pause: number,
): Promise<void> {
  await owner.query(
    `update event_subscription set attempts = attempts + 1, failure = left($4, 500),
       failing_since = coalesce(failing_since, now()),
       retry_at = now() + $5 * interval '1 millisecond'
     where tenant_id = $1 and subscriber = $2 and position = $3`,
    [tenantId, subscriber, position, failure, pause],
  )
}

/** Sets an event aside for one subscriber, which continues with the next; an administrator may have it tried again. */
export async function setAside(
  owner: pg.Pool,
  tenantId: number,
  { subscriber, position }: Pick<Progress, 'subscriber' | 'position'>,
  event: EventRow,
  failure: string,
): Promise<void> {
  await owner.query(
    `with passed as (
       update event_subscription s
       set position = $4, attempts = 0, retry_at = null, failing_since = null, failure = null
       from (select attempts, failing_since from event_subscription
             where tenant_id = $1 and subscriber = $2 and position = $3 for update) b
       where s.tenant_id = $1 and s.subscriber = $2 and s.position = $3
       returning b.attempts, b.failing_since)
     insert into event_failure (tenant_id, subscriber, event_id, type, version, payload, at, failure, attempts, failing_since)
     select $1, $2, $5, $6, $7, $8::jsonb, $9::timestamptz, left($10, 500), attempts + 1, coalesce(failing_since, now())
     from passed`,
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
    ],
  )
}

/** Forgets events that all subscribers are done with. */
export async function removeDone(
  owner: pg.Pool,
  tenantId: number,
  subscribers: readonly string[],
): Promise<void> {
  await ask(
    owner,
    'remove',
    `delete from event where tenant_id = $1 and position <= (
       select min(position) from event_subscription where tenant_id = $1 and subscriber = any($2))`,
    [tenantId, subscribers],
  )
}
