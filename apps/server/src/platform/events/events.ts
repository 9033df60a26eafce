import type { EventType } from '@steward/contracts/event/event-type'
import { query, type Tx } from '../db/database.ts'
import { announceEvents } from '../db/event.announcement.ts'
import { withCause } from '../telemetry/cause.ts'

/** Something that happened, as subscribers get it after the transaction that caused it. */
export interface Event<Payload = unknown> {
  tenantId: number
  eventId: number
  payload: Payload
  at: Date
}

/** Handles events of one type that follow each other in one tenant, in the order in which they happened. */
export interface EventHandler {
  type: EventType
  /** Whether it takes several events at once. */
  takesBatches: boolean
  handle(tenantId: number, events: readonly Event[]): Promise<void>
}

/**
 * Gets every event of its types at least once, and per tenant in the order in which they happened. One that fails
 * is tried again, and holds up neither other subscribers nor other tenants.
 */
export interface Subscriber {
  /** The same for ever: its position in the events is kept under it. */
  name: string
  handlers: readonly EventHandler[]
}

/** Handles events of a type one by one. */
export function handle<Payload>(
  type: EventType<Payload>,
  handler: (event: Event<Payload>) => Promise<void>,
): EventHandler {
  const handleEach = async (_tenantId: number, events: readonly Event<Payload>[]) => {
    for (const event of events) await handler(event)
  }
  return { ...handleBatch(type, handleEach), takesBatches: false }
}

/** Handles together the events of a type that follow each other in one tenant. */
export function handleBatch<Payload>(
  type: EventType<Payload>,
  handler: (tenantId: number, events: readonly Event<Payload>[]) => Promise<void>,
): EventHandler {
  // Payloads were parsed with the type's own schema.
  return {
    type,
    takesBatches: true,
    handle: (tenantId, events) => handler(tenantId, events as readonly Event<Payload>[]),
  }
}

/** Publishes an event: writes it in the transaction of its cause. */
export async function publish<Payload>(
  tx: Tx,
  tenantId: number,
  type: EventType<Payload>,
  payload: Payload,
): Promise<void> {
  await query(
    tx,
    '/*event.publish*/ insert into event (tenant_id, type, version, payload) values ($1, $2, $3, $4)',
    [tenantId, type.name, type.version, JSON.stringify(withCause(payload))],
  )
  announceEvents(tx, tenantId)
}
