import type { Session } from './session.ts'
import type { StoredEvent } from './subscriber.ts'

/** Events that are moved, read and handled at a time. */
export const batchSize = 200

/**
 * Moves the next committed events of a tenant from the outbox to the log, in the order of their ids, and gives
 * them their positions. Only the holder of the tenant's lock calls it, so positions become visible in their
 * order: an event that is committed late gets a later position.
 */
export async function moveToLog(session: Session, tenantId: number): Promise<StoredEvent[]> {
  const rows = await session.run<StoredEvent>(
    'move',
    `with moved as (
       delete from event where tenant_id = $1 and event_id in
         (select event_id from event where tenant_id = $1 order by event_id limit $2)
       returning tenant_id, event_id, type, version, payload, at),
     head as (
       insert into event_head (tenant_id, position) select $1, count(*) from moved having count(*) > 0
       on conflict (tenant_id) do update set position = event_head.position + excluded.position
       returning position),
     logged as (
       insert into event_log (tenant_id, position, event_id, type, version, payload, at)
       select $1, (select position from head) - (select count(*) from moved)
         + row_number() over (order by event_id), event_id, type, version, payload, at
       from moved returning position, event_id as "eventId", type, version, payload, at)
     select * from logged order by position`,
    [tenantId, batchSize],
  )
  return rows
}

/** The events of a tenant behind a position, in their order. */
export function readLog(session: Session, tenantId: number, position: number): Promise<StoredEvent[]> {
  return session.run<StoredEvent>(
    'read',
    `select position, event_id as "eventId", type, version, payload, at from event_log
     where tenant_id = $1 and position > $2 order by position limit $3`,
    [tenantId, position, batchSize],
  )
}

/** Removes what every subscriber has received. */
export async function trimLog(session: Session, tenantId: number, upTo: number): Promise<void> {
  await session.run('trim', 'delete from event_log where tenant_id = $1 and position <= $2', [tenantId, upTo])
}

/** The tenants with something to deliver. */
export async function listTenantsToServe(session: Session, now: Date): Promise<number[]> {
  const text = 'select tenant_id as "tenantId" from list_event_tenants($1)'
  return (await session.run<{ tenantId: number }>('tenants', text, [now])).map(({ tenantId }) => tenantId)
}
