import { eventCatalogue } from '@steward/contracts/event/catalogue'
import type { Event } from './events.ts'
import { splitCause } from '../telemetry/cause.ts'
import type { Cause } from '../telemetry/tracing.ts'
import type { EventRow } from './event.store.ts'

/** An event as it is delivered: its payload has been parsed, or says why it could not be. */
export interface Arriving {
  row: EventRow
  event: Event
  cause: Cause | undefined
  /** What is wrong with the payload; such an event is never delivered. */
  fault: string | undefined
}

const typeOf = new Map(eventCatalogue.map((type) => [type.name, type]))

/** Parses an event's payload by the schema of its type. One of a type that is no longer published is left as it is. */
export function readArriving(tenantId: number, row: EventRow): Arriving {
  const { payload: given, cause } = splitCause(row.payload)
  const parsed = typeOf.get(row.type)?.payload.safeParse(given)
  const fault = parsed?.success === false ? parsed.error.issues.map(({ path }) => path.join('.')) : undefined
  return {
    row,
    event: { tenantId, eventId: row.eventId, at: row.at, payload: parsed?.success ? parsed.data : given },
    cause,
    fault: fault && `The payload of ${row.type} does not fit its schema: ${fault.join(', ')}`,
  }
}
