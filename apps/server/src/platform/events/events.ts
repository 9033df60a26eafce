import { query, type Tx } from '../db/database.ts'
import { withCause } from '../telemetry/cause.ts'

/** Something that happened, told to listeners after the transaction that caused it. */
export interface Event<Payload = unknown> {
  tenantId: number
  eventId: number
  type: string
  payload: Payload
  at: Date
}

/**
 * Receives events of one type, at least once each, in the order in which they were written. Anyone who has to ask or
 * write the same for each takes those of one tenant that follow on each other together.
 */
export type Listener = { type: string } & (
  | { hear(event: Event): Promise<void> }
  | { hearAll(tenantId: number, events: readonly Event[]): Promise<void> }
)

/** Writes an event into the transaction of its cause. */
export async function emit(tx: Tx, tenantId: number, type: string, payload: unknown): Promise<void> {
  await query(tx, '/*event.emit*/ insert into event (tenant_id, type, payload) values ($1, $2, $3)', [
    tenantId,
    type,
    JSON.stringify(withCause(payload)),
  ])
}
